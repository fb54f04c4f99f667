// Traditional characters of words that the Chinese table has, each followed by its simplified form: one table reads both.

const PAIRS = `禁禁須须執执刪删檔档請请務务應应無无經经動动錄录錯错認认證证確确測测試试類类專专案案碼码資资庫库設设變变數数據据
  產产運运發发佈布開开關关閉闭讀读寫写輸输錢钱權权機机鑰钥憑凭訊讯單单獨独嚴严絕绝對对許许準准時时後后間间進进過过還还個个們们
  優优項项邏逻輯辑規规則则範范團团組组員员維维護护審审覆覆蓋盖鏈链連连線线環环標标題题說说語语體体來来會会將将這这裡里頭头
  檢检視视為为與与並并於于從从強强繞绕況况樣样備备份份歷历遠远網网絡络購购買买衝冲復复雜杂構构築筑實实內内該该此此幾几隻只
  僅仅條条節节點点續续結结論论議议讓让給给話话詢询問问誰谁調调參参簡简壓压縮缩導导貼贴處处層层級级屬属戶户觸触碰碰轉转換换
  協协助助議议書书圖图畫画記记憶忆戰战術术極极盡尽沒没見见覽览註注釋释詳详細细錨锚鎖锁隱隐藏藏傳传遞递達达遲迟選选擇择釐厘
  訂订購购統统計计營营銷销預预設设載载軟软韌韧體体階阶陣阵隊队顯显現现啟启用用館馆馬马驗验`;

const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  [...PAIRS.replace(/\s+/g, "").matchAll(/(.)(.)/gsu)].map(([, from, to]) => [from as string, to as string]),
);

export function simplified(char: string): string {
  return SIMPLIFIED.get(char) ?? char;
}
