import { toBilingualText, type BilingualText } from './bilingual-text'

/** English names of makers and suppliers by their Chinese names. */
const englishNames: Readonly<Record<string, string>> = {
  三门胶带: 'Sanmen Belting',
  东岳传动: 'Dongyue Drives',
  东岳压缩机: 'Dongyue Compressors',
  东岳叉车: 'Dongyue Forklifts',
  东岳起重: 'Dongyue Cranes',
  东岳风机: 'Dongyue Fans',
  东海石化: 'Donghai Petrochemical',
  光视检测: 'Guangshi Vision',
  北方热能: 'Beifang Thermal',
  北辰仪器: 'Beichen Instruments',
  北辰压缩: 'Beichen Compressors',
  北辰泵业: 'Beichen Pumps',
  北辰电机: 'Beichen Motors',
  北辰电气: 'Beichen Electric',
  北辰风机: 'Beichen Fans',
  华中辊业: 'Huazhong Rolls',
  华彩母粒: 'Huacai Masterbatch',
  华源电机: 'Huayuan Motors',
  南京锋锐: 'Nanjing Fengrui',
  南港石化: 'Nangang Petrochemical',
  安瑞叉车: 'Anrui Forklifts',
  安瑞消防: 'Anrui Fire Protection',
  安瑞热轧: 'Anrui Calenders',
  常安环保: 'Changan Environmental',
  常安锅炉: 'Changan Boilers',
  常州纺兴: 'Changzhou Fangxing',
  恒丰成网: 'Hengfeng Web Forming',
  恒泰电热: 'Hengtai Heating',
  恒立卷绕: 'Hengli Winding',
  恒通电气: 'Hengtong Electric',
  恒通线缆: 'Hengtong Cable',
  恒顺备件: 'Hengshun Spares',
  昆岭石化: 'Kunling Petrochemical',
  江南泵业: 'Jiangnan Pumps',
  江南起重: 'Jiangnan Cranes',
  江南轻机: 'Jiangnan Machinery',
  江南齿轮泵: 'Jiangnan Gear Pumps',
  江苏金呢: 'Jiangsu Jinni',
  沪东开关: 'Hudong Switchgear',
  沪东热工: 'Hudong Thermal',
  沪东纺机: 'Hudong Textile Machinery',
  沪江制冷: 'Hujiang Refrigeration',
  沪江泵业: 'Hujiang Pumps',
  沪江自动化: 'Hujiang Automation',
  沪江风机: 'Hujiang Fans',
  洛东轴承: 'Luodong Bearings',
  海澄包装: 'Haicheng Packaging',
  海澄滤材: 'Haicheng Filtration',
  海澄环保: 'Haicheng Environmental',
  海澄空调: 'Haicheng Air Conditioning',
  海澄精模: 'Haicheng Precision Dies',
  海通机电: 'Haitong Electromechanical',
  瓦城轴承: 'Wacheng Bearings',
  科润助剂: 'Kerun Additives',
  科德宝: 'Freudenberg',
  精工分切: 'Jinggong Slitting',
  精锐测控: 'Jingrui Measurement',
  精锐纺丝: 'Jingrui Spinning',
  自产: 'Own production',
  苏南精密: 'Sunan Precision',
  苏州安泰: 'Suzhou Antai',
  苏润工业品: 'Surun Industrial Supply',
  莱恩塑机: 'Laien Plastics Machinery',
  金利纸管: 'Jinli Paper Tubes',
  青江密封: 'Qingjiang Seals',
  顺达包装: 'Shunda Packaging',
  顺达纸管: 'Shunda Paper Tubes',
  马鞍山华冶: "Ma'anshan Huaye",
  无锡蜂巢: 'Wuxi Honeycomb',
  鸿运气动: 'Hongyun Pneumatics',
}
/**
 * Returns a company's name in both languages; a name without Chinese characters is the same in each.
 *
 * @throws Error if a Chinese name has no English name
 */
export function toCompanyName(name: string): BilingualText {
  const english = englishNames[name] ?? (/[\u3400-\u9fff]/.test(name) ? null : name)
  if (english === null) throw new Error(`${name} has no English name`)
  return toBilingualText(name, english)
}
/** Maps a supplier's name to the fields of a row. */
export const toSupplierFields = ({ zh, en }: BilingualText) => ({ supplier: zh, supplierEn: en })
/** Maps a maker's Chinese name to the fields of a row. */
export function toMakerFields(name: string) {
  const { zh, en } = toCompanyName(name)
  return { maker: zh, makerEn: en }
}
/** Returns the name of the dealer that sells a maker's parts. */
export function toDealerName(maker: string): BilingualText {
  const { zh, en } = toCompanyName(maker)
  return toBilingualText(`${zh}经销`, `${en} dealer`)
}
