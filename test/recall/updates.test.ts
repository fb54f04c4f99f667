// What is true now comes first, and what it replaced says until when it held. Forty pairs in two languages.

import { describe, expect, it } from "vitest";
import { createSearcher, shelfOf, type Source } from "../../src/recall/index.ts";
import { makeWorld } from "../kit.ts";

const today = "2026-11-15";
type Pair = readonly [query: string, older: string, newer: string];

const PAIRS: readonly Pair[] = [
  ["who leads the payments team", "Maria leads the payments team.", "Chen leads the payments team since the reorganisation."],
  ["where does Ada live", "Ada lives in Lisbon.", "Ada moved from Lisbon to Porto."],
  ["which port does the gateway use", "The gateway listens on port 8080.", "The gateway now listens on port 9443."],
  ["when is the stand-up", "The stand-up is at 9:30.", "The stand-up is at 10:15 now."],
  ["what is the API rate limit", "The API rate limit is 100 requests a minute.", "The API rate limit is 250 requests a minute."],
  ["which database do we use for billing", "Billing uses MySQL.", "Billing switched from MySQL to Postgres."],
  ["do I drink coffee", "Drinks coffee every morning.", "No longer drinks coffee in the morning, tea instead."],
  ["who is my dentist", "My dentist is Dr Weber.", "My dentist is Dr Osei now."],
  ["what is the staging URL", "The staging URL is stage.example.org.", "The staging URL changed to preview.example.org."],
  ["which editor do I use", "My editor is Vim.", "My editor is Helix these days, no longer Vim."],
  ["what is the budget for travel", "The travel budget is 4,000 euros.", "The travel budget is 6,500 euros."],
  ["what is the name of the project", "The project is called Heron.", "The project was renamed from Heron to Osprey."],
  ["how many people are on the team", "The team has six people.", "The team has nine people."],
  ["which plan is the customer Acme on", "Acme is on the basic plan.", "Acme is on the enterprise plan."],
  ["what is the release day", "The release day is Tuesday.", "The release day is Thursday as of this sprint."],
  ["who reviews security changes", "Security changes are reviewed by Priya.", "Security changes are reviewed by Tomas."],
  ["where is the office", "The office is on the third floor.", "The office is on the fifth floor."],
  ["which Node version runs in production", "Production runs Node 20.", "Production runs Node 24."],
  ["what is the wifi name in the office", "The office wifi is called Harbour.", "The office wifi is called Lagoon."],
  ["when does the lease end", "The lease ends in June 2026.", "The lease ends in December 2027, it was extended."],
  ["支付团队谁负责", "支付团队由张伟负责。", "支付团队现在由李娜负责。"],
  ["我住在哪里", "我住在上海浦东。", "我从上海浦东搬到杭州。"],
  ["网关用哪个端口", "网关的端口是8080。", "网关的端口改为9443。"],
  ["站会几点开", "每天站会九点半开始。", "每天站会改为十点一刻开始。"],
  ["账单用什么数据库", "账单系统用的数据库是MySQL。", "账单系统的数据库换成Postgres。"],
  ["谁是我的牙医", "我的牙医是王医生。", "我的牙医现在是陈医生。"],
  ["差旅预算多少", "今年差旅预算是四千元。", "今年差旅预算调整为六千元。"],
  ["项目叫什么名字", "项目的名字叫苍鹭。", "项目的名字改成鱼鹰。"],
  ["发布日是哪天", "固定的发布日是周二。", "固定的发布日改为周四。"],
  ["团队有多少人", "我们团队一共六个人。", "我们团队现在一共九个人。"],
  ["办公室在几楼", "公司办公室在三楼。", "公司办公室现在在五楼。"],
  ["我早上喝什么", "早上喝咖啡。", "早上不再喝咖啡，喝绿茶。"],
  ["测试环境地址", "测试环境地址是stage站点。", "测试环境地址改为preview站点。"],
  ["安全改动谁审核", "安全改动由小李审核。", "安全改动由小周审核。"],
  ["生产环境的版本", "生产环境运行版本十九。", "生产环境运行版本二十四。"],
  ["无线网叫什么", "办公室无线网名字叫海港。", "办公室无线网名字叫潟湖。"],
  ["租约什么时候到期", "房子租约六月到期。", "房子租约更新到明年十二月到期。"],
  ["客户套餐", "客户安可用基础套餐。", "客户安可用企业套餐。"],
  ["接口限流多少", "接口限流每分钟一百次。", "接口限流每分钟二百五十次。"],
  ["我用什么编辑器", "我写代码用的编辑器是Vim。", "我写代码用的编辑器换成Helix。"],
];

/** Each pair is among the others, the older note in spring and the newer one in autumn, in files of their days. */
const shelf = shelfOf(
  PAIRS.flatMap(([, older, newer], at): Source[] => {
    const date = String((at % 27) + 1).padStart(2, "0");
    const note = (day: string, text: string, id: string): Source => ({
      id: `daily/${day}-${at}.md`,
      units: [{ id, text: `- ${text}`, day, heading: "Notes", lines: [3, 3] }],
    });
    return [note(`2026-03-${date}`, older, `${at} older`), note(`2026-10-${date}`, newer, `${at} newer`)];
  }),
);
const searcher = createSearcher(shelf);

describe("a note that updates another", () => {
  it("22: notes that would take each other's place in a circle are all found, and the search ends", () => {
    const texts = [
      "数据库，周三，冰灯，哈尔滨，周三，数据库，蜜蜂，蜜蜂，茶，哈尔滨?",
      "蜜蜂，冰灯，数据库，花园，蜜蜂，我们去了，哈尔滨",
      "数据库，蜜蜂，茶，冰灯，数据库，冰灯，周三，蜜蜂，我们去了，数据库，我们去了",
    ];
    const told = texts.map((text, at) => ({
      id: String(at),
      text,
      ...(at === 2 ? { day: "2026-07-02" } : {}),
      ...(at === 0 ? { speaker: "Ada" } : {}),
    }));
    const hits = createSearcher(shelfOf([{ id: "one.md", units: told }])).search("蜜蜂", { today });
    expect(hits.map(({ unit }) => unit.id).sort()).toEqual(["0", "1", "2"]);
  });

  const order = (query: string, ...texts: string[]) =>
    createSearcher(
      shelfOf(
        texts.map((text, at) => ({
          id: `${at}.md`,
          units: [{ id: String(at), text, day: `2026-${String((at % 9) + 3).padStart(2, "0")}-01` }],
        })),
      ),
    ).search(query, { today });

  it.each([
    ["who holds the shed key", "The shed key is with Marta.", "Gave the shed key to Olu next door, who is home all day."],
    ["who is our vet", "Our vet is Mr Brand.", "The practice was sold, our new vet is Mrs Diallo."],
    ["do I take sugar", "I take sugar in my tea.", "I stopped taking sugar in my tea."],
    ["工具钥匙在谁那里", "工具钥匙在楼下邻居那里。", "工具钥匙交给了隔壁的老吴，他整天在家。"],
    ["兽医是谁", "兽医是马先生。", "诊所卖了，新兽医是丁女士。"],
  ])("issue 22: who asks how something is gets the newer of two notes: %s", (query, older, newer) => {
    expect(order(query, older, newer)[0]?.unit.text).toBe(newer);
  });

  it.each([
    ["how heavy is the dog", "The dog weighs 18 kg.", "The vet says the dog is at 21 kg."],
    ["相册备份保留多久", "相册备份保留十天。", "备份保留期放宽了，四十天。"],
  ])("issue 22: the newer one need not have every word of the question: %s", (query, older, newer) => {
    const notes = PAIRS.map(([, text]) => text).slice(0, 30);
    const hits = order(query, older, newer, ...notes);
    expect(hits[0]?.unit.text).toBe(newer);
    // The control: something else in the same place is another thing.
    expect(order("when is Mia's bedtime", "Mia's bedtime is at seven.", "Tom's bedtime is at eight.", ...notes)[0]?.unit.text).toMatch(
      /Mia/,
    );
  });

  it("issue 22: negative controls: what happened is not put in another order, and characters in common make no subject", () => {
    const talk = ["Olu spoke of the shed key at length, the shed key again.", "Later that evening everybody had lost a shed key."];
    expect(order("what happened to the shed key and Olu", ...talk)[0]?.unit.text).toBe(talk[0]);
    expect(order("邮件任务重试几次", "邮件任务重试三次。", "测试服务器重装了，现在叫鹈鹕。")[0]).toMatchObject({
      unit: { text: "邮件任务重试三次。" },
    });
    expect(order("邮件任务重试几次", "邮件任务重试三次。", "测试服务器重装了，现在叫鹈鹕。")[0]?.until).toBeUndefined();
  });

  it.each([
    ["房租每月多少钱", "房租每月 4500 元。", "房租涨到每月 5200 元。"],
    ["前端用哪个版本", "前端框架用 Vue 2。", "前端框架用 Vue 3。"],
  ])("in Chinese its value may be a number: %s", (query, older, newer) => {
    const notes = [older, newer].map((text, at) => ({ id: `${at}.md`, units: [{ id: String(at), text, day: `2026-0${at + 3}-01` }] }));
    const [first, second] = createSearcher(shelfOf(notes)).search(query, { today });
    expect([first?.unit.text, second?.until ?? second?.newer]).toEqual([newer, "2026-04-01"]);
  });

  it("comes first in nine of ten pairs, and the older one is marked in all", () => {
    const verdicts = PAIRS.map(([query], at) => {
      const hits = searcher.search(query, { limit: 10, today });
      const [older, newer] = [
        hits.findIndex(({ unit }) => unit.id === `${at} older`),
        hits.findIndex(({ unit }) => unit.id === `${at} newer`),
      ];
      return {
        query,
        isFirst: newer === 0 || (newer !== -1 && (older === -1 || newer < older)),
        isMarked: older === -1 || (hits[older]?.until ?? hits[older]?.newer) === `2026-10-${String((at % 27) + 1).padStart(2, "0")}`,
        isCurrentMarked: hits[newer]?.until !== undefined,
      };
    });
    expect(verdicts.filter(({ isMarked }) => !isMarked).map(({ query }) => query)).toEqual([]);
    expect(verdicts.filter(({ isCurrentMarked }) => isCurrentMarked).map(({ query }) => query)).toEqual([]);
    expect(verdicts.filter(({ isFirst }) => !isFirst).map(({ query }) => query)).toEqual([]);
  });

  it.each([
    ["another value", "who is our scrum master", "Oskar is our scrum master.", "Oskar handed over, Bea is our scrum master."],
    ["in another language, by words in common", "wer ist mein Zahnarzt", "Mein Zahnarzt ist Dr. Weber.", "Der neue Zahnarzt ist Dr. Osei."],
    ["a new one", "what phone do I have", "My phone is a Pixel 7.", "Got a new phone, an iPhone 16."],
    ["an end", "what do we deploy with", "We deploy with Ansible.", "We deploy with Terraform, Ansible has been thrown out."],
    ["a denial", "is Leo allergic to anything", "Leo has no allergies.", "Turns out Leo is allergic to cashews."],
    ["moved on", "when is the grant due", "The grant application is due on 3 March.", "The grant application was pushed to 17 March."],
    [
      "somebody else",
      "who picks up the kids",
      "Grandma picks up the kids on Wednesdays.",
      "Wednesdays the neighbour picks up the kids now.",
    ],
    ["a long value", "备用钥匙放哪", "备用钥匙放在门口花盆下面。", "备用钥匙放在隔壁王阿姨家。"],
    ["grown", "构建机磁盘多大", "七号构建机的磁盘是200G。", "七号构建机的磁盘扩到500G。"],
    ["another value", "钢琴课什么时候", "钢琴课周二下午四点。", "钢琴课周五下午五点。"],
    ["a new one", "我用什么手机", "我的手机是小米13。", "换手机了，华为Mate 60。"],
    ["an end", "备份用什么", "备份用Ansible部署。", "备份用Terraform部署，Ansible停用。"],
    ["a denial", "我吃香菜吗", "我喜欢吃香菜。", "香菜不吃了，以后点菜别放。"],
    [
      "more said of it",
      "where is the book club",
      "The book club meets at the Old Mill, bring cake.",
      "The book club moved to Nina's flat, she has a dog.",
    ],
    [
      "what changes is no word in common",
      "when is my yoga class",
      "Yoga with Hana on Tuesdays at 18:00.",
      "Hana changed yoga to Fridays at 19:30.",
    ],
    [
      "what it was has ended",
      "where are our photos",
      "Family photos are kept in Dropbox, paid yearly.",
      "Cancelled Dropbox, everything is on the NAS.",
    ],
    ["from and to", "where are bugs filed", "Bugs are filed in Mantis.", "We switched filing bugs from Mantis to Jira."],
    ["somebody else", "who runs the bar", "Ines runs the bar on Fridays.", "Tom has taken over the bar, Ines is away until May."],
    ["commas of a keyboard", "缓存过期时间", "图片缓存的过期时间设成 20 分钟。", "图片缓存的过期时间提高到 90 分钟,日志也清了。"],
    [
      "another time, with a reason",
      "when is the stand-up",
      "The stand-up is at 9:30 in the small room.",
      "Stand-up got pushed to 10 because of Oslo.",
    ],
    ["another number, a telephone", "grandma's phone", "Grandma's phone: 555 0142", "Grandma's new number is 555 0177"],
    [
      "another day, turned round",
      "when do we cut the branch",
      "The release branch is cut on Fridays.",
      "We cut the release branch on Wednesdays.",
    ],
    ["the opposite", "is new_checkout on", "The flag `new_checkout` is off in production.", "`new_checkout` is on for everyone."],
    ["replaced", "which linter do we use", "The linter is ESLint.", "Replaced ESLint with oxlint as the linter."],
    ["换了一家", "车险是哪家", "车险是平安的。", "车险今年换了人保。"],
    ["搬到别处", "食堂在几楼", "公司食堂在三楼。", "食堂搬到负一楼了。"],
    ["改喝", "家里订什么牛奶", "家里的牛奶订的是光明。", "牛奶改订三元了。"],
    ["人走了", "供应商找谁", "供应商联系人是孙经理。", "孙经理走了,供应商那边现在找钱经理。"],
    [
      "the question names what both are about",
      "who writes the changelog",
      "The changelog is written by Mats.",
      "Changelog: Ines writes it.",
    ],
    [
      "what it was has ended, by name",
      "which language am I learning",
      "I'm learning Finnish every evening.",
      "Gave up on Finnish, Danish now.",
    ],
    ["what it was has ended, by name", "孩子在哪家补习", "孩子补习选的是学而思。", "学而思停业了，孩子去新东方。"],
    ["mostly numbers and letters", "打印机的 IP 是多少", "打印机的 IP 是 10.1.4.9。", "打印机换到 10.1.7.2，IP 别记错。"],
    ["traditional", "主要工具是什麼", "我原本的主要記帳工具定在紙本帳簿，因為習慣了。", "我後來把主要記帳工具改成手機程式，舊的先收起來。"],
    [
      "the question has its words, in another order",
      "when is the ferry to Bastia",
      "The ferry to Bastia is at 8:10.",
      "Corsica Lines moved us, Bastia ferry leaves at 11:25.",
    ],
    [
      "who did it comes first",
      "how many chairs are in the hall",
      "The hall has forty chairs.",
      "With the loan from school we have sixty chairs in the hall.",
    ],
    ["one word, and nothing else", "who is my barber", "My barber is Tomas.", "Changed barbers: Lou, Mill Lane."],
    ["a thing of many, but its number", "奶奶每天喝几杯水", "奶奶每天喝六杯水。", "医生要奶奶每天喝八杯水。"],
    ["behind 把", "水泵默认流量", "水泵默认流量 30 吨。", "检修之后把水泵默认流量调成 80 吨。"],
    [
      "an act that set it",
      "when is the roof inspection",
      "Booked the roof inspection for 4 May.",
      "The roof inspection was moved to 9 May.",
    ],
    ["a day of the week", "is the bakery open on Sunday", "The bakery is open on Sunday.", "The bakery is no longer open on Sunday."],
    [
      "a change of what the question names, in a clause of its own",
      "when is the book fair",
      "The book fair is at 14:00 in the big hall, bring bags.",
      "Because of the fire drill in the hall, the book fair starts 16:30 from now on.",
    ],
    ["推翻了", "内容审核谁来做", "会上定了，内容审核外包给武汉那家公司。", "上回说的推翻了，内容审核由运营自己做。"],
  ])("issue 22: the older one is marked: %s: %s", (_, query, older, newer) => {
    const hits = order(query, older, newer);
    expect(hits.map((hit) => [hit.unit.text, hit.until ?? hit.newer])).toEqual([
      [newer, undefined],
      [older, "2026-04-01"],
    ]);
  });

  it.each([
    ["said again", "who leads the payments team", "Maria leads the payments team.", "Maria leads the payments team."],
    ["an act", "where was I with Paul", "Visited Rome with Paul.", "Visited Naples with Paul."],
    ["an act", "how long for 5 km", "Ran 5 km in 27 minutes.", "Ran 5 km in 25 minutes."],
    ["another subject", "when is the birthday", "Anna's birthday is 3 May.", "Tom's birthday is 9 June."],
    ["another subject", "what is in the study", "The sofa is in the study.", "The lamp is now in the study."],
    [
      "another subject",
      "where is the spare key",
      "The spare key of the house is with Marta.",
      "The spare key of the car is in the drawer.",
    ],
    ["another subject", "what is the wifi password", "The wifi password is heron22.", "The guest wifi password is otter31."],
    ["one of many", "what is Anna allergic to", "Anna is allergic to nuts.", "Anna is allergic to cats."],
    ["something more", "what do we use Redis for", "Redis holds the sessions.", "Redis now also holds the rate limits."],
    ["another subject", "which server runs nginx", "web-1 runs nginx.", "web-2 runs nginx."],
    ["an act", "why was there an outage", "The outage on the API was caused by a disk.", "The outage on the page was caused by a key."],
    ["one of many", "what is Mia reading", "Mia is reading Matilda.", "Mia is reading The Hobbit with her father."],
    ["one of many", "what does Tariq review", "Tariq reviews the mobile changes.", "Tariq reviews the billing changes."],
    ["one of many", "小董负责什么", "小董负责搜索服务。", "小董负责导出服务。"],
    ["one of many", "谁在值班名单", "老沈在值班名单里。", "小谢在值班名单里。"],
    ["an act", "走了多远", "沿着河走了八公里。", "沿着河走了十一公里。"],
    ["another subject", "老师是谁", "儿子的数学老师是孙老师。", "儿子的音乐老师是方老师。"],
    ["an act", "加油花了多少", "加油花了320元。", "加油花了280元。"],
    ["an act", "和李总谈了什么", "和李总开会谈预算。", "和李总开会谈招聘。"],
    ["another subject", "内存多少", "测试机内存16G。", "编译机内存64G。"],
    ["another subject", "谁退了", "老维退出合唱团了。", "老万退出合唱团了。"],
    ["one of many", "女儿对什么过敏", "女儿对虾过敏。", "女儿对尘螨过敏。"],
    ["something more", "平台组有谁", "小金在平台组。", "小李加入平台组，现在六个人了。"],
    ["a plan", "where are the backups", "Backups are stored on the NAS.", "Idea for spring: move the backups to the cloud."],
    ["a question", "where do the logs go", "Logs go to Loki.", "Should logs go to ClickHouse now?"],
    ["if", "how do we ship", "Parcels are shipped with DHL.", "If DHL raises prices, parcels could be shipped with GLS now."],
    ["once", "where is choir practice", "Choir practice is in the school hall.", "Choir practice was moved to the church this time."],
    [
      "turned down",
      "what is the service called",
      "The search service is called lynx.",
      "The search service was to be renamed otter; we kept the name.",
    ],
    ["another attribute", "Ana's home phone", "The home phone of Ana is 5512.", "The work phone of Ana changed to 7781."],
    ["打算", "报表用什么", "报表系统用的是 Metabase。", "打算把报表系统换成 Superset。"],
    ["没定", "日志存哪", "日志都存在 Loki。", "日志要不要改存 ClickHouse？还没定。"],
    ["只这次", "瑜伽课几点", "瑜伽课在周四晚上七点。", "瑜伽课这次改到周六上午，只此一次。"],
    ["别的事", "我的备份习惯", "我后来把备份习惯改成每周一次，这版比较省事。", "我后来把讨论方式改成先打电话，这版比较省事。"],
    [
      "another subject, changed",
      "what is the timeout",
      "The staging timeout is 30 seconds.",
      "The production timeout was raised to 60 seconds.",
    ],
    [
      "another number of several",
      "how did the sprint end",
      "Sprint 12 ended with three open tickets.",
      "Sprint 13 ended with five open tickets.",
    ],
    ["whom it was with", "coffee with Lena", "Coffee with Lena on Friday.", "Coffee with Lena on Monday."],
    ["whom it was with", "who was at lunch", "Lunch with the Adler lawyer.", "Lunch with the Ferro lawyer."],
    ["only thought of", "how much is the yearly pass", "Maybe put the yearly pass at $90.", "The yearly pass is valid at the pool."],
    ["closed for a day", "when does the gym close", "The gym closes at 21:00.", "The gym was closed yesterday."],
    ["别人的", "老师是谁", "大宝的老师是王老师。", "小宝的老师换成李老师了。"],
    ["别的车位", "停车位在哪", "我的停车位在 B2-118。", "公司的停车位换到 B3-027。"],
    [
      "同样的说法",
      "通勤怎么安排",
      "后来我的通勤安排目前改成新方案四，请以这个版本为准。",
      "后来我的合作对象目前改成新方案六，请以这个版本为准。",
    ],
    ["花了多少", "修水管花了多少", "修水管花了 180 元。", "修水管花了 95 元。"],
    ["how many were sold", "咖啡卖了多少杯", "咖啡卖了六十杯。", "咖啡卖了七十杯。"],
    ["an act and more of it", "游了多久", "游了一公里，用时 31 分钟。", "游了一公里，用时 28 分钟。"],
    ["another word of the question", "when does Ines have choir", "Ines has choir on Tuesdays.", "Ines has chess on Fridays."],
    ["numbered things", "教室能坐多少人", "二楼教室能坐三十人。", "四楼教室能坐五十人。"],
    ["another subject in front", "how many fit in the room", "The room Ash seats eight people.", "The room Birch seats twelve people."],
    ["characters apart", "钢琴老师是谁", "小满的钢琴老师是顾老师。", "开会时老师说小满画画很专心，算术课上爱说话了。"],
  ])("issue 22: what only looks like an update leaves the other unmarked: %s: %s", (_, query, one, other) => {
    expect(order(query, one, other).filter(({ until }) => until !== undefined)).toEqual([]);
  });

  it("issue 22: what has a word of the question and does not answer it is not out of date", () => {
    const texts = [
      "月会在每月五号上午十点开。",
      "开学第一天，门口堵得水泄不通。",
      "楼下新开了一家面馆，人多。",
      "阳台的茉莉开花了，有小白花。",
    ];
    expect(order("月会什么时候开", ...texts, ...PAIRS.map(([, text]) => text)).filter(({ until }) => until !== undefined)).toEqual([]);
    // Nor does something that has one character of it replace the answer.
    const notes = ["例会在每周一上午十点开。", "例会挪到周三下午三点。", "英语课调到周日晚上。"];
    expect(order("例会什么时候开", ...notes, ...PAIRS.map(([, text]) => text))[0]).toMatchObject({ unit: { text: notes[1] } });
    // The control: of the answer itself it is told.
    expect(order("月会什么时候开", ...texts, "月会改到每月八号。").find(({ unit }) => unit.text === texts[0])?.until).toBeDefined();
  });

  it("a later dated line of the same section is newer than an earlier one", () => {
    const units = ["- 2026-05-02: reviews are done by Hanna.", "- 2026-09-09: reviews are done by Felix."].map((text, at) => ({
      id: String(at),
      text,
    }));
    const hits = createSearcher(shelfOf([{ id: "team.md", units }])).search("who does the reviews", { today });
    expect(hits.map(({ unit, newer }) => [unit.id, newer])).toEqual([
      ["1", undefined],
      ["0", "2026-09-09"],
    ]);
  });

  it("issue 22: without days the later of two lines that tell of a change is the newer one", () => {
    const lines = ["- The payments team is led by Priya since March", "- The payments team is now led by Omar (Priya moved to Growth)"];
    const hitsOf = (texts: readonly string[]) =>
      createSearcher(
        shelfOf([
          { id: "MEMORY.md", units: texts.map((text, at) => ({ id: text, text, heading: "Team", lines: [at + 3, at + 3] as const })) },
        ]),
      ).search("who leads the payments team", { today });
    expect(hitsOf(lines).map(({ unit, until }) => [unit.text, until])).toEqual([
      [lines[1], undefined],
      [lines[0], null],
    ]);
    // Negative control: the other way round it is the other one that holds.
    expect(hitsOf(lines.toReversed())[0]?.unit.text).toBe(lines[0]);
  });

  it("issue 22: only where something tells of a change it is said that the older one no longer holds", () => {
    const mark = (older: string, newer: string) =>
      order("when does the library close", older, newer).map(({ until, newer: day }) => [until, day]);
    const older = "The library closes at 18:00.";
    expect(mark(older, "The library closes at 20:00.")).toEqual([
      [undefined, undefined],
      [undefined, "2026-04-01"],
    ]);
    expect(mark(older, "The library now closes at 20:00.")).toEqual([
      [undefined, undefined],
      ["2026-04-01", undefined],
    ]);
    expect(mark(older, "Perhaps the library closes at 20:00 now.")[1]).toEqual([undefined, "2026-04-01"]);
    // The same word behind another one in each.
    expect(mark("The town library closes at 18:00.", "The school library now closes at 20:00.").flat().filter(Boolean)).toEqual([
      "2026-04-01",
    ]);
    // The control: said again, it is as true as before.
    expect(mark(older, older).flat().filter(Boolean)).toEqual([]);
  });

  it("who asks how it was in the beginning gets the older one, and its mark", () => {
    const asked = (query: string) => order(query, "Our dentist is Dr Weber.", "Our dentist is Dr Osei now.").map(({ until }) => until);
    expect([asked("who was our dentist originally"), asked("who is our dentist")]).toEqual([
      ["2026-04-01", undefined],
      [undefined, "2026-04-01"],
    ]);
  });

  it("issue 22: 现在 in a question asks how it is, 以前 how it was, and neither is looked for", () => {
    const notes = ["我的住处在梅园。", "我的住处改在竹苑。", "现在每天跑步。", "以前不爱吃鱼。"];
    const first = (query: string) => order(query, ...notes).map(({ unit }) => unit.text);
    expect([first("现在我的住处是哪里")[0], first("我以前的住处是哪里")[0]]).toEqual([notes[1], notes[0]]);
    expect([first("现在我的住处是哪里"), first("我以前的住处是哪里")].flatMap((found) => found.slice(2))).toEqual([]);
  });

  it("in talk between people nothing is marked, what the person told an assistant is", () => {
    const told = (speaker: string) =>
      createSearcher(
        shelfOf([
          { id: "a", units: [{ id: "older", text: "My dentist is Dr Weber.", speaker, day: "2026-03-01" }] },
          { id: "b", units: [{ id: "newer", text: "My dentist is Dr Osei now.", speaker, day: "2026-04-01" }] },
        ]),
      )
        .search("who is my dentist", { today })
        .map(({ until }) => until);
    expect([told("you"), told("Melanie"), told("assistant")]).toEqual([
      [undefined, "2026-04-01"],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it("the program shows it, with the day of each hit", () => {
    const world = makeWorld();
    world.write("home/memory/2026-02-03.md", "## Team\n\n- Maria leads the payments team.\n- Bought a kettle.\n");
    world.write("home/memory/2026-10-07.md", "## Team\n\n- The payments team is led by Chen now.\n- Oskar feeds the office cat.\n");
    world.write("home/memory/2026-03-05.md", "## Office\n\n- Mia feeds the office cat.\n");
    const hits = world.run(["recall", "who leads the payments team", "--json"]).json<{ text: string; day: string; until?: string }[]>();
    expect(hits[0]).toMatchObject({ day: "2026-10-07", text: expect.stringContaining("Chen") });
    expect(hits[1]).toMatchObject({
      day: "2026-02-03",
      until: "2026-10-07",
      text: expect.stringMatching(/^until 7 October 2026: .*Maria/s),
    });
    expect(hits[1]?.text).not.toContain("kettle");
    // The same thing with another value, and nothing that tells of a change: that is said, and no more.
    const fed = world.run(["recall", "who feeds the office cat", "--json"]).json<{ text: string; newer?: string; until?: string }[]>();
    expect(fed[0]?.text).toMatch(/^[^:]*Oskar/);
    expect(fed[1]).toMatchObject({
      newer: "2026-10-07",
      text: expect.stringMatching(/^may be out of date \(a newer note of 7 October 2026 is about the same\): .*Mia/s),
    });
    expect(fed[1]?.until).toBeUndefined();
  });
});

describe("a newer note without a word of the question", () => {
  it("issue 22: is found through the best hit by the program too, and the older one may be out of date", () => {
    const world = makeWorld();
    world.write("home/memory/2026-02-03.md", "- Lives in Lisbon, near the river.\n");
    world.write("home/memory/2026-10-07.md", "- Moved from Lisbon to Porto.\n- Bought a kettle.\n");
    const hits = world.run(["recall", "where do I live", "--json"]).json<{ text: string; newer?: string; why: string }[]>();
    expect(hits.map(({ text, newer, why }) => [text.replace(/^.*- /s, ""), newer, why])).toEqual([
      ["Moved from Lisbon to Porto.", undefined, "tells of a change of a matching passage"],
      ["Lives in Lisbon, near the river.", "2026-10-07", "contains Lives"],
    ]);
  });

  it.each([
    ["what brand of food does Tuan eat", "Tuan eats Orijen food.", "Tuan was at the vet.", "Tuan eats kidney food by Hill's now."],
    ["宽带一年多少钱", "宽带续了电信，一年一千二。", "宽带测速三百兆。", "宽带换联通，一年七百八。"],
  ])("issue 22: it changes what answers %s, and not all that has a word of it", (query, answer, other, newer) => {
    const units = [answer, other, newer].map((text, at) => ({ id: text, text, day: `2026-0${at + 3}-01` }));
    const hits = createSearcher(shelfOf(units.map((unit) => ({ id: `memory/${unit.day}.md`, units: [unit] })))).search(query, { today });
    expect(hits.map(({ unit, until }) => [unit.text, until])).toEqual([
      [newer, undefined],
      [answer, "2026-05-01"],
      [other, undefined],
    ]);
  });
});

describe("an echo", () => {
  it("our own answer and the question itself rank below the line that they come from", () => {
    const source: Source = {
      id: "MEMORY.md",
      units: [{ id: "line", text: "- Payments go through Stripe.", heading: "Tools", lines: [3, 3] }],
    };
    const session: Source = {
      id: "session:s",
      session: "s",
      units: [
        { id: "question", speaker: "you", day: "2026-11-01", text: "What about Stripe?" },
        { id: "answer", speaker: "agent", day: "2026-11-01", text: "Stripe: your payments go through Stripe. Stripe is in MEMORY.md." },
      ],
    };
    const ids = (sources: readonly Source[]) =>
      createSearcher(shelfOf(sources))
        .search("Stripe", { today })
        .map(({ unit }) => unit.id);
    expect(ids([session, source])[0]).toBe("line");
    // The control: without the source, the answer is what there is.
    expect(ids([session])[0]).toBe("answer");
  });
});
