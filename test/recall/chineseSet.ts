// A Chinese paragraph-finding set, made from word lists by a seeded draw: the same on every machine. Each paragraph is
// about one person's trade in one town; every trade and every town is in many paragraphs, only the pair is unique.
// A question asks in other words, and in another order, than the paragraph tells.

const TOWNS =
  "杭州 苏州 成都 昆明 大理 厦门 泉州 福州 南京 扬州 洛阳 开封 西安 兰州 敦煌 银川 太原 平遥 大同 济南 青岛 烟台 沈阳 大连 长春 哈尔滨 武汉 宜昌 长沙 岳阳 南昌 景德镇 桂林 柳州 贵阳 遵义 拉萨 海口 三亚 合肥".split(
    " ",
  );
/** A trade as the paragraph tells it, and as a question asks for it. */
const TRADES =
  "木雕:刻木头 陶瓷:烧瓷 竹编:编竹器 剪纸:剪纸 刺绣:绣花 造船:造木船 酿酒:酿米酒 制茶:炒茶 养蜂:养蜜蜂 修表:修手表 书法:写书法 篆刻:刻印章 灯笼:扎灯笼 风筝:糊风筝 皮影:演皮影 古琴:弹古琴 二胡:拉二胡 漆器:做漆器 银饰:打银饰 铁匠:打铁 豆腐:做豆腐 面馆:拉面条 糕点:烤糕点 园艺:种月季 养鱼:养锦鲤 摄影:拍照片 登山:爬雪山 骑行:骑单车 围棋:下围棋 太极:打太极 针灸:扎针灸 草药:采草药 裁缝:缝旗袍 修鞋:补鞋 装裱:裱字画 雨伞:做油纸伞 毛笔:做毛笔 宣纸:造宣纸 砚台:磨砚台 蜡染:染蜡布"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]);
const SURNAMES = [..."王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹"];
const GIVEN = "建国 秀英 志强 丽华 海燕 文博 雨桐 子轩 思远 晓东 春梅 国栋 慧敏 永福 佳怡 天佑 若兰 明哲 玉珍 大勇".split(" ");
const FILLERS = [
  "清晨的街上还没有什么人，只有卖早点的摊子冒着热气。",
  "邻居们说，这些年来变化最大的就是门口那条河。",
  "孩子们放学以后喜欢围过来看，问东问西。",
  "旧房子翻修过两次，屋顶的瓦还是原来的样子。",
  "下雨的时候生意冷清，正好可以把工具擦一遍。",
  "年轻人大多去了外地，愿意坐下来学的不多。",
  "电视台来拍过一次节目，播出的时候全家人都守在屏幕前面。",
  "每逢过节，订单总要排到一个月以后。",
  "他常说，慢一点没有关系，怕的是心里着急。",
  "墙上挂着一张发黄的照片，是三十年前的全家福。",
  "院子里的石榴树结了果，沉甸甸地压弯了枝条。",
  "有人出高价想买走配方，被客气地回绝了。",
  "冬天屋里生着炉子，水壶在上面咕嘟咕嘟地响。",
  "账本是用铅笔写的，一页一页排得整整齐齐。",
  "外地来的客人听不懂方言，比划着也能谈成买卖。",
  "后来修了新路，坐车到火车站只要二十分钟。",
];

export interface Paragraph {
  readonly id: string;
  readonly text: string;
}

export function chineseSet(): { paragraphs: Paragraph[]; questions: { id: string; query: string; gold: string }[] } {
  const draw = seeded(20_261_115);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const pairs = TOWNS.flatMap((town) => TRADES.map((trade) => ({ town, trade })))
    .map((pair) => ({ pair, at: draw() }))
    .sort((a, b) => a.at - b.at)
    .map(({ pair }) => pair)
    .slice(0, 1200);
  const paragraphs = pairs.map(({ town, trade: [trade, doing] }, index) => {
    const name = `${pick(SURNAMES)}${pick(GIVEN)}`;
    const about = `${name}今年${30 + Math.floor(draw() * 50)}岁，家住${town}老城，靠${trade}手艺过日子已经${3 + Math.floor(draw() * 40)}年。`;
    // Another town and another trade are mentioned in passing.
    const aside = `他的徒弟来自${pick(TOWNS)}，原先学的是${pick(TRADES)[0]}。说起${doing}，他能讲上一整天。`;
    return { id: `p${index}`, text: [pick(FILLERS), about, pick(FILLERS), pick(FILLERS), aside, pick(FILLERS), pick(FILLERS)].join("") };
  });
  const asks = [
    (town: string, doing: string) => `${town}有谁会${doing}？`,
    (town: string, doing: string) => `我想找一位${doing}的师傅，听说人在${town}，他叫什么名字？`,
    (town: string, doing: string) => `哪位老人在${town}以${doing}为生？`,
  ];
  const questions = pairs
    .slice(0, 600)
    .map(({ town, trade: [, doing] }, index) => ({
      id: `q${index}`,
      query: (asks[index % asks.length] as (typeof asks)[number])(town, doing),
      gold: `p${index}`,
    }));
  return { paragraphs, questions };
}

/** The longest run of characters that two texts share. */
export function longestShared(a: string, b: string): number {
  for (let length = Math.min(a.length, b.length); length > 0; length--) {
    for (let at = 0; at + length <= a.length; at++) if (b.includes(a.slice(at, at + length))) return length;
  }
  return 0;
}

export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
