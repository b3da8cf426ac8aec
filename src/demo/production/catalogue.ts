import type { Row } from '@/contract/resource'
import type { product } from '@/areas/standards/contract/product'
import type { MaterialKind } from '@/areas/feeding/rules/feed'
import { toBilingualText, type BilingualText } from '../bilingual-text'

type WebFamily = Row<typeof product>['family']
type WebTreatment = NonNullable<Row<typeof product>['treatment']>
export interface ProductSpec {
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly family: WebFamily
  readonly treatment: WebTreatment
  readonly gsm: number
  readonly colour: BilingualText
  readonly thicknessMm: number
}

const white = toBilingualText('白色', 'white')
const blue = toBilingualText('蓝色', 'blue')
const green = toBilingualText('绿色', 'green')

const defineSpunbond = (
  gsm: number,
  treatment: WebTreatment,
  use: string,
  useEn: string,
  colour = white,
): ProductSpec => ({
  code: `SS-${gsm}${treatment === 'hydrophilic' ? 'H' : ''}${colour === white ? '' : colour.en.slice(0, 1).toUpperCase()}`,
  family: 'spunbond',
  treatment,
  gsm,
  colour,
  thicknessMm: 0.05 + gsm * 0.0065,
  name: `${gsm}克${treatment === 'hydrophilic' ? '亲水' : ''}${colour === white ? '' : colour.zh}纺粘布（${use}）`,
  nameEn: `Spunbond ${gsm} g/m²${treatment === 'hydrophilic' ? ' hydrophilic' : ''}${colour === white ? '' : ` ${colour.en}`}, ${useEn}`,
})
const defineSms = (gsm: number, treatment: WebTreatment, use: string, useEn: string, colour = white): ProductSpec => ({
  ...defineSpunbond(gsm, treatment, use, useEn, colour),
  family: 'sms',
  code: `SMS-${gsm}${treatment === 'none' ? '' : treatment.slice(0, 2).toUpperCase()}${colour === white ? '' : colour.en.slice(0, 1).toUpperCase()}`,
  name: `${gsm}克${treatment === 'antistatic' ? '三抗' : treatment === 'hydrophobic' ? '拒水' : ''}${colour === white ? '' : colour.zh}SMS复合布（${use}）`,
  nameEn: `SMS ${gsm} g/m²${treatment === 'none' ? '' : ` ${treatment}`}${colour === white ? '' : ` ${colour.en}`}, ${useEn}`,
})
const defineMeltblown = (gsm: number, use: string, useEn: string): ProductSpec => ({
  code: `MB-${gsm}`,
  name: `${gsm}克熔喷布（${use}）`,
  nameEn: `Meltblown ${gsm} g/m², ${useEn}`,
  family: 'meltblown',
  treatment: 'none',
  gsm,
  colour: white,
  thicknessMm: 0.06 + gsm * 0.007,
})

/** Products of the three lines. */
export const productSpecs: readonly ProductSpec[] = [
  defineSpunbond(10, 'hydrophilic', '面层', 'topsheet'),
  defineSpunbond(12, 'hydrophilic', '面层', 'topsheet'),
  defineSpunbond(15, 'hydrophilic', '面层', 'topsheet'),
  defineSpunbond(13, 'none', '底膜复合', 'backsheet laminate'),
  defineSpunbond(15, 'none', '防漏隔边', 'leg cuff'),
  defineSpunbond(18, 'none', '包装', 'packaging'),
  defineSpunbond(20, 'none', '防尘罩', 'dust cover'),
  defineSpunbond(25, 'none', '口罩外层', 'mask outer layer'),
  defineSpunbond(25, 'none', '口罩外层', 'mask outer layer', blue),
  defineSpunbond(30, 'none', '家居', 'furnishing'),
  defineSpunbond(40, 'none', '购物袋', 'shopping bags'),
  defineSpunbond(40, 'none', '购物袋', 'shopping bags', green),
  defineSms(13, 'hydrophobic', '防漏隔边', 'leg cuff'),
  defineSms(15, 'hydrophobic', '防漏隔边', 'leg cuff'),
  defineSms(17, 'none', '口罩内层', 'mask inner layer'),
  defineSms(25, 'none', '手术帽', 'surgical caps', blue),
  defineSms(35, 'hydrophobic', '手术衣', 'surgical gowns', blue),
  defineSms(40, 'antistatic', '手术衣', 'surgical gowns', blue),
  defineSms(43, 'antistatic', '手术铺单', 'surgical drapes', blue),
  defineSms(50, 'antistatic', '灭菌包布', 'sterilisation wrap', green),
  defineMeltblown(20, '口罩滤层', 'mask filter layer'),
  defineMeltblown(25, '口罩滤层', 'mask filter layer'),
  defineMeltblown(30, 'N95滤层', 'N95 filter layer'),
  defineMeltblown(40, '空气过滤', 'air filters'),
]

/** Fictitious customers: name, English name, and the slit widths they buy, mm. */
export const customerSpecs: readonly (readonly [string, string, readonly number[]])[] = [
  ['恒洁卫生用品有限公司', 'Hengjie Hygiene Products', [480, 520, 640]],
  ['贝舒护理用品有限公司', 'Beishu Care Products', [520, 640, 780]],
  ['康棉医疗器材有限公司', 'Kangmian Medical Devices', [790, 1050, 1570]],
  ['北岸口罩制造有限公司', 'Beian Mask Manufacturing', [175, 195, 260]],
  ['云帆包装制品厂', 'Yunfan Packaging', [630, 790, 1050]],
  ['明德防护科技有限公司', 'Mingde Protective Technology', [1050, 1570]],
  ['柔彩纸业有限公司', 'Roucai Paper', [600, 780, 1050]],
  ['安逸成人护理有限公司', 'Anyi Adult Care', [560, 640, 780]],
  ['东篱家居用品有限公司', 'Dongli Home Furnishing', [790, 1570]],
  ['青禾环保袋业', 'Qinghe Eco Bags', [630, 1050]],
  ['Norrland Hygiene AB', 'Norrland Hygiene AB', [525, 640, 790]],
  ['Müller Vliesstoffe GmbH', 'Müller Vliesstoffe GmbH', [520, 630, 790]],
  ['Sakura Sanitary K.K.', 'Sakura Sanitary K.K.', [320, 350, 400]],
  ['Pacific Gowns Inc.', 'Pacific Gowns Inc.', [1050, 1570]],
  ['仁和手术包有限公司', 'Renhe Surgical Packs', [1050, 780, 1570]],
  ['海风过滤材料有限公司', 'Haifeng Filter Media', [395, 520, 780]],
  ['同济劳保用品有限公司', 'Tongji Safety Supplies', [395, 790, 1050]],
  ['星河母婴用品有限公司', 'Xinghe Mother and Baby', [520, 630, 790]],
  ['Andes Médica S.A.', 'Andes Médica S.A.', [790, 1050]],
  ['启明无纺制品厂', 'Qiming Nonwoven Goods', [630, 790, 1050]],
  ['佳禾一次性用品有限公司', 'Jiahe Disposables', [520, 600, 1050]],
  ['蓝湾空气净化有限公司', 'Lanwan Air Purification', [400, 520, 1050]],
]

export interface MaterialSpec {
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly kind: MaterialKind
  readonly supplier: string
  readonly lotKg: number
  readonly keepsDays: number | null
}
const defineResin = (code: string, name: string, nameEn: string, supplier: string): MaterialSpec => ({
  code,
  name,
  nameEn,
  kind: 'main',
  supplier,
  lotKg: 24_000,
  keepsDays: null,
})
const defineAdditive = (code: string, name: string, nameEn: string, lotKg = 1000): MaterialSpec => ({
  code,
  name,
  nameEn,
  kind: 'sub',
  supplier: '华彩母粒',
  lotKg,
  keepsDays: 540,
})
export const materialSpecs = {
  resinSpun: defineResin('PP-Y35', '聚丙烯 纺粘级 MFR35', 'Polypropylene, spunbond grade MFR 35', '东海石化'),
  resinSoft: defineResin('PP-Y40', '聚丙烯 纺粘级 MFR40', 'Polypropylene, spunbond grade MFR 40', '南港石化'),
  resinMelt: {
    ...defineResin('PP-M15', '聚丙烯 熔喷级 MFR1500', 'Polypropylene, meltblown grade MFR 1500', '东海石化'),
    lotKg: 10_000,
  },
  white: defineAdditive('MB-W60', '白色母粒', 'White masterbatch'),
  blue: defineAdditive('MB-B21', '蓝色母粒', 'Blue masterbatch', 800),
  green: defineAdditive('MB-G07', '绿色母粒', 'Green masterbatch', 500),
  antistatic: defineAdditive('AD-T3', '三抗助剂', 'Repellent and antistatic additive', 600),
  electret: defineAdditive('AD-E1', '驻极母粒', 'Electret masterbatch', 600),
  core: {
    code: 'PK-C76',
    name: '纸芯 76 mm',
    nameEn: 'Paper cores 76 mm',
    kind: 'pack',
    supplier: '顺达纸管',
    lotKg: 6000,
    keepsDays: null,
  },
  film: {
    code: 'PK-F20',
    name: '缠绕膜',
    nameEn: 'Stretch film',
    kind: 'pack',
    supplier: '顺达包装',
    lotKg: 1500,
    keepsDays: null,
  },
  pellets: {
    code: 'RC-PP',
    name: '回用造粒料',
    nameEn: 'Recycled pellets',
    kind: 'mid',
    supplier: '自产',
    lotKg: 5000,
    keepsDays: 180,
  },
  surfactant: {
    code: 'SF-H5',
    name: '亲水油剂',
    nameEn: 'Hydrophilic finish',
    kind: 'sur',
    supplier: '科润助剂',
    lotKg: 2000,
    keepsDays: 365,
  },
} as const satisfies Record<string, MaterialSpec>
export type MaterialKey = keyof typeof materialSpecs

/** Returns the recipe of a product: share of each material in the total feed, %. */
export function getProductRecipe({
  family,
  treatment,
  colour,
  gsm,
}: Pick<ProductSpec, 'family' | 'treatment' | 'colour' | 'gsm'>): ReadonlyMap<MaterialKey, number> {
  const shares = new Map<MaterialKey, number>()
  const dye: MaterialKey = colour === blue ? 'blue' : colour === green ? 'green' : 'white'
  if (family === 'meltblown') shares.set('electret', 1.5)
  else shares.set(dye, dye === 'white' ? 0.8 : 2.2)
  if (treatment === 'antistatic') shares.set('antistatic', 1.2)
  if (treatment === 'hydrophilic') shares.set('surfactant', 0.5)
  if (family === 'spunbond' && gsm >= 18) shares.set('pellets', 4)
  // The two meltblown beams of the SMMS line use a separate resin.
  if (family === 'sms') shares.set('resinMelt', 18)
  const resinShare = 100 - [...shares.values()].reduce((sum, share) => sum + share, 0)
  shares.set(family === 'meltblown' ? 'resinMelt' : gsm < 14 ? 'resinSoft' : 'resinSpun', resinShare)
  return shares
}

/** Kilograms of a bag, a drum or a piece. */
export const pieceKgByMaterial: Partial<Record<MaterialKey, number>> = { surfactant: 200, core: 1.5, film: 3 }
export const BAG_KG = 25
/** Rejected lots: material, days since arrival, reason. */
export const rejectedLotSpecs = [
  ['core', 150, toBilingualText('内径超差，退货', 'Inside diameter out of tolerance, to be returned')],
  ['film', 64, toBilingualText('厚度不匀，退货', 'Uneven thickness, to be returned')],
  ['blue', 21, toBilingualText('颗粒不匀，退货', 'Uneven pellets, to be returned')],
] as const satisfies readonly (readonly [MaterialKey, number, BilingualText])[]
