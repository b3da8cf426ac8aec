/** Laboratory indexes of web, by ISO 9073 and the parts of GB/T 24218 with the same numbers, and of materials. */
import { testIndex } from '@/areas/standards/contract/test-index'
import { toBatch, buildStamps, type RowBatch } from '../draft'
import type { Dice } from '../random'

const formatMethod = (n: number): string => `ISO 9073-${n} / GB/T 24218.${n}`
const indexSpecs = {
  gsm: ['GSM', '单位面积质量', 'Mass per unit area', 'g/m²', formatMethod(1), 1],
  uniformity: ['UNI', '克重均匀性 CV', 'Uniformity of mass, CV', '%', formatMethod(1), 1],
  thickness: ['THK', '厚度', 'Thickness', 'mm', formatMethod(2), 2],
  mdStrength: ['MDT', '纵向断裂强力', 'MD tensile strength', 'N/50 mm', formatMethod(3), 1],
  cdStrength: ['CDT', '横向断裂强力', 'CD tensile strength', 'N/50 mm', formatMethod(3), 1],
  mdElongation: ['MDE', '纵向断裂伸长率', 'MD elongation', '%', formatMethod(3), 1],
  cdElongation: ['CDE', '横向断裂伸长率', 'CD elongation', '%', formatMethod(3), 1],
  strikeThrough: ['STT', '液体穿透时间', 'Liquid strike-through time', 's', formatMethod(8), 2],
  runOff: ['ROF', '液体流失率', 'Run-off', '%', formatMethod(11), 1],
  repeated: ['RST', '多次液体穿透时间', 'Repeated liquid strike-through time', 's', formatMethod(13), 2],
  wetback: ['WBK', '返湿量', 'Wetback', 'g', formatMethod(14), 2],
  airFlow: ['AIR', '透气性', 'Air permeability', 'mm/s', formatMethod(15), 0],
  hydrohead: ['HYD', '静水压', 'Hydrostatic head', 'cmH₂O', formatMethod(16), 1],
  mdGrab: ['GMD', '纵向抓样强力', 'MD grab strength', 'N', formatMethod(18), 1],
  cdGrab: ['GCD', '横向抓样强力', 'CD grab strength', 'N', formatMethod(18), 1],
  melt: ['MFR', '熔体质量流动速率', 'Melt mass-flow rate', 'g/10 min', 'ISO 1133-1 / GB/T 3682.1', 1],
  ash: ['ASH', '灰分', 'Ash', '%', 'ISO 3451-1 / GB/T 9345.1', 3],
  filmThickness: ['FTH', '薄膜厚度', 'Film thickness', 'μm', 'ISO 4593 / GB/T 6672', 1],
  filmWidth: ['FWD', '薄膜宽度', 'Film width', 'mm', 'ISO 4592 / GB/T 6673', 0],
} as const satisfies Record<string, readonly [string, string, string, string, string, number]>
export type IndexKey = keyof typeof indexSpecs
export type IndexIds = Readonly<Record<IndexKey, string>>

/** Returns the number of decimals of an index. */
export const getIndexDigits = (key: IndexKey): number => indexSpecs[key][5]

/** Builds the test indexes of a place, with their ids. */
export function buildTestIndexes(
  dice: Dice,
  createdMs: number,
  codeSuffix: string,
): { ids: IndexIds; batch: RowBatch } {
  const keys = Object.keys(indexSpecs) as IndexKey[]
  const ids = Object.fromEntries(keys.map((key) => [key, dice.id(createdMs)])) as Record<IndexKey, string>
  return {
    ids,
    batch: toBatch(
      testIndex,
      keys.map((key) => {
        const [code, name, nameEn, unit, method, digits] = indexSpecs[key]
        return {
          id: ids[key],
          code: `${code}${codeSuffix}`,
          name,
          nameEn,
          unit,
          method,
          digits,
          active: true,
          ...buildStamps(createdMs, null),
        }
      }),
    ),
  }
}
