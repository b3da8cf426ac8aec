import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common'
import { dictionary as englishDictionary } from '@zxcvbn-ts/language-en'
import { parentPort } from 'node:worker_threads'

// Common parts of Chinese passwords, most frequent first: phrases, plant words, cities, numbers that sound like words, and
// personal names. In leaked passwords they are more frequent than English words (Wang et al., USENIX Security 2019), and
// no maintained package contains them.

const phrases =
  'woaini mima wode wodemima aini woaiwo woaiwojia woaiziji nihao nihaoma laopo laogong baobao baobei qinqin aiqing xingfu kuaile meiyou zhidao buzhidao wangji wangle woshi woshishui woshini shishui woyaoni woxiangni xiangni xihuan xihuanni yongyuan yishengyishi haoren dabendan bendan zhutou xiaozhu xiaogou xiaomao xiaoming xiaohong xiaohua xiaoli xiaowang dashu gege jiejie didi meimei baba mama laoba laoma erzi nver haizi jiaren jiating pengyou xiongdi laoda laoban shuaige meinv gongzhu wangzi tianshi tianya tiankong haiyang yangguang xingxing yueliang taiyang meigui caihong xuehua fengye qinghua dragon longlong feilong huanhuan lele dandan lili tingting jingjing fangfang yanyan xinxin mingming lingling yingying juanjuan feifei beibei niuniu doudou maomao huahua taotao qiangqiang zhongguo zhonghua zhongguoren renmin jiayou nuli fighting shengri shengrikuaile xinnian chunjie gongxi facai gongxifacai facaile youqian zhuanqian meiqian denglu zhuce yonghu zhanghao guanli guanliyuan ceshi xitong diannao shouji dianhua weixin taobao zhifubao baidu tengxun qqmima ceshimima morenmima chushimima'

const plantWords =
  'gongchang gongsi chejian shengchan jiaban shangban xiaban banzu banzhang zhuren jingli zuzhang caozuo caozuogong weixiu jixie dianqi shebei zhiliang zhijian pinzhi jianyan cangku wuliao kucun chanxian fangsha fangzhan rongpen wufang wufangbu wufangzhi wujiao buliao juanbu fenqie baozhuang yuanliao juhe julan jubingxi nengyuan anquan anquanshengchan yuangong'

const cities =
  'beijing shanghai guangzhou shenzhen tianjin chongqing hangzhou nanjing wuhan chengdu xian suzhou wuxi changzhou ningbo wenzhou shaoxing jiaxing huzhou jinhua taizhou quzhou qingdao jinan yantai weifang zibo linyi dalian shenyang changchun haerbin zhengzhou luoyang changsha zhuzhou nanchang hefei wuhu fuzhou xiamen quanzhou foshan dongguan zhongshan zhuhai huizhou nanning guilin haikou sanya kunming guiyang lanzhou xining yinchuan wulumuqi taiyuan shijiazhuang tangshan baoding nantong yangzhou xuzhou yancheng xiantao jiangsu zhejiang shandong guangdong hubei hunan henan hebei sichuan fujian anhui jiangxi'

const numbers =
  '5201314 1314520 1314 520 5211314 521 7758521 7758258 147258369 147258 159357 147852 123321 13800138000 13800138 10086 100861 95588 8888 88888 888888 88888888 6666 66666 666666 66666666 168168 16888 5188 518518 51888 5168 5201 520520 520521 521521 584520 5841314 3344520 1314521 1314258 9958123 456852 789456 789456123 741852 741852963 963852741 258369'

const surnames =
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang han feng deng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lv ding ren lu yao shen zhong cui tan fan wan shi liao jia xia fu fang zou xiong bai meng qin qiu hou gu shao mao'
const givenNames =
  'wei fang min jing li qiang lei jun yang yong yan jie tao chao ming gang ping hui ling xia juan bin bo peng hao lin ning na xin yu hong hua dong fei feng liang long yun ying ting dan xue mei lan jian guo jianguo jianhua zhiqiang xiaoming xiaoyan xiaohong wenjie haiyan guiying xiuying yulan zihan zixuan'

const splitWords = (text: string): string[] => text.split(' ')
/** Combines the most frequent surnames and given names in both orders, e.g. `wangwei` and `weiwang`. */
const buildNames = (): string[] =>
  splitWords(givenNames).flatMap((givenName) =>
    splitWords(surnames).flatMap((surname) => [`${surname}${givenName}`, `${givenName}${surname}`]),
  )

/** Returns the word lists by category, each with the most frequent first, in the form that zxcvbn expects. */
const buildChineseDictionary = (): Record<string, string[]> => ({
  chinesePhrases: splitWords(`${phrases} ${plantWords}`),
  chineseCities: splitWords(cities),
  chineseNumbers: splitWords(numbers),
  chineseNames: [...new Set(buildNames())],
})

export interface PasswordTask {
  password: string
  /** Words that an attacker of this account tries first, e.g. the person's name. */
  accountWords: string[]
}

const estimator = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, ...englishDictionary, ...buildChineseDictionary() },
  graphs: adjacencyGraphs,
})
/** Estimates the guesses that the password withstands, as a power of ten. */
const estimateGuesses = ({ password, accountWords }: PasswordTask): number =>
  estimator.check(password, accountWords).guessesLog10

// This file runs in a worker only. Its word lists need half a second to load and 30 MB, which are freed with the worker.
parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(estimateGuesses(task)))
