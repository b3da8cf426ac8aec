import { describe, expect, test } from 'vitest'
import { getUnitFactor } from '@/contract/unit-table'
import { parseHeadingUnit, proposeColumns, type CandidateIndex } from '@/areas/laboratory/rules/lab-columns'

const index = (id: string, code: string, name: string, nameEn: string | null): CandidateIndex => ({
  id,
  code,
  name,
  nameEn,
  unit: null,
})
const indexes = [
  index('gsm', 'GSM', '单位面积质量', 'Mass per unit area'),
  index('uni', 'UNI', '克重均匀性 CV', 'Uniformity of mass, CV'),
  index('md', 'MDT', '纵向断裂强力', 'MD tensile strength'),
  index('cd', 'CDT', '横向断裂强力', 'CD tensile strength'),
  index('mde', 'MDE', '纵向断裂伸长率', 'MD elongation'),
  index('gmd', 'GMD', '纵向抓样强力', 'MD grab strength'),
  index('air', 'AIR', '透气性', 'Air permeability'),
  index('hyd', 'HYD', '静水压', null),
]
const proposed = (header: string[], known = indexes) =>
  proposeColumns(header, known, []).map(({ role, indexId }) => indexId ?? role)

describe('columns of a laboratory sheet', () => {
  test('are matched by the index’s name or code, numbered and with units', () => {
    expect(
      proposed(['卷号', '单位面积质量1 (g/m²)', '单位面积质量2 (g/m²)', 'MDT', 'Air permeability [mm/s]']),
    ).toEqual(['roll', 'gsm', 'gsm', 'md', 'air'])
  })
  test('are matched by common trade names, also with a unit without brackets', () => {
    expect(
      proposed([
        '样号',
        '克重',
        '定量(g/m²)',
        '纵向强力',
        '横向断裂强力 N',
        '纵向拉伸强力 N/50 mm',
        '纵向延伸率 %',
        '透气率',
        '耐静水压',
      ]),
    ).toEqual(['sample', 'gsm', 'gsm', 'md', 'cd', 'md', 'mde', 'air', 'hyd'])
    expect(proposed(['Sample no', 'Basis weight (gsm)', 'MD strength N', 'CD breaking strength', 'Grammage'])).toEqual([
      'sample',
      'gsm',
      'md',
      'cd',
      'gsm',
    ])
  })
  test('similar names are not confused', () => {
    expect(proposed(['纵向抓样强力', '克重均匀性 CV', '强力', '备注', '日期', '批号'])).toEqual([
      'gmd',
      'uni',
      'ignore',
      'ignore',
      'testedAt',
      'batch',
    ])
  })
  test('a word after a code or a name is no unit', () => {
    const known = [index('md', 'MD', '纵向强力', 'MD strength'), index('thk', 'THK', '厚度', 'Thickness')]
    expect(proposed(['MD elongation', 'Thickness uniformity', 'MD N/50 mm', 'Thickness mm'], known)).toEqual([
      'ignore',
      'ignore',
      'md',
      'thk',
    ])
  })
  test('a remark that other columns of the index lack is left to the person', () => {
    expect(proposed(['克重', '克重（上次）', '克重（内控）', '克重（g/m²）', '克重（1）'])).toEqual([
      'gsm',
      'ignore',
      'ignore',
      'gsm',
      'gsm',
    ])
    expect(proposed(['克重（左）', '克重（中）', '克重（右）'])).toEqual(['gsm', 'gsm', 'gsm'])
  })
  test('statistics and limits are no samples', () => {
    const statistics = ['平均值', 'mean', '标准值', '上限', '下限', 'CV', 'SD', 'max', 'min', 'g/m², 平均']
    expect(proposed(['卷号', '克重1', '克重2', ...statistics.map((text) => `克重（${text}）`)])).toEqual([
      'roll',
      'gsm',
      'gsm',
      ...statistics.map(() => 'ignore'),
    ])
    expect(proposed(['克重均匀性 CV', 'Uniformity of mass, CV (%)'])).toEqual(['uni', 'uni'])
  })
  test('min is a unit of times only, and left out if it may be the minimum', () => {
    const known = [{ ...index('stt', 'STT', '液体穿透时间', null), unit: 's' }, ...indexes]
    expect(proposed(['液体穿透时间（min）', '静水压（min）'], known)).toEqual(['stt', 'ignore'])
    expect(proposed(['液体穿透时间1（min）', '液体穿透时间2（min）'], known)).toEqual(['stt', 'stt'])
    expect(proposed(['液体穿透时间1', '液体穿透时间2', '液体穿透时间（min）'], known)).toEqual(['stt', 'stt', 'ignore'])
  })
  test('ambiguous columns are left to the person', () => {
    const two = [...indexes, index('mdw', 'MDW', '纵向拉伸强力', null)]
    expect(proposed(['纵向强力', '纵向断裂强力', '纵向拉伸强力'], two)).toEqual(['ignore', 'md', 'mdw'])
  })
})

describe('units of headings', () => {
  test.each([
    ['单重克', 'g/m²'],
    ['得分', 'mm'],
    ['克重', 'g'],
    ['厚度', 'mm'],
  ])('%s has no unit of %s', (heading, indexUnit) => {
    expect(parseHeadingUnit(heading, indexUnit)).toBeNull()
  })
  test.each([
    ['静水压 (毫米水柱)', 'cmH2O', 0.1],
    ['静水压（米水柱）', 'cmH2O', 100],
    ['静水压 mmWS', 'cmH2O', 0.1],
    ['静水压 毫米水柱', 'cmH2O', 0.1],
    ['厚度 (丝)', 'mm', 0.01],
    ['厚度[忽米]', 'mm', 0.01],
    ['厚度（单位：丝）', 'mm', 0.01],
    ['厚度/丝', 'mm', 0.01],
    ['厚度_丝', 'mm', 0.01],
    ['厚度um', 'mm', 0.001],
    ['厚度 (mil)', 'mm', 0.0254],
    ['断裂强力 (十牛)', 'N', 10],
    ['断裂强力 daN', 'N', 10],
    ['克重 (oz/yd²)', 'g/m²', 33.905747475],
    ['HYD, Pa', 'kPa', 0.001],
    ['吸水率 (千分之)', '%', 0.1],
    ['静水压千帕', 'cmH₂O', 10.197162129779],
    ['静水压帕', 'cmH₂O', 0.010197162129779],
    ['返湿量毫克', 'g', 0.001],
    ['穿透时间毫秒', 's', 0.001],
    ['厚度微米', 'mm', 0.001],
    ['断裂强力千克力', 'N', 9.80665],
  ])('%s is converted to %s', (heading, indexUnit, factor) => {
    const unit = parseHeadingUnit(heading, indexUnit)
    expect(getUnitFactor(unit ?? '', indexUnit)).toBeCloseTo(factor, 8)
  })
  test.each([
    ['静水压（毫米汞柱高）', 'cmH₂O'],
    ['厚度（道）', 'mm'],
    ['厚度 道', 'mm'],
    ['克重 (盎司)', 'g/m²'],
    ['速度（英尺/分）', 'm/min'],
    ['吸水率（倍）', '%'],
    ['厚度（um值）', 'mm'],
    ['MD Tensile [furlong]', 'N'],
  ])('%s names a unit that cannot be converted to %s', (heading, indexUnit) => {
    const unit = parseHeadingUnit(heading, indexUnit)
    expect(unit).not.toBeNull()
    expect(getUnitFactor(unit!, indexUnit)).toBeNull()
  })
  test.each([
    '克重',
    '克重（均值）',
    '克重（第一次）',
    '克重（第2道）',
    '克重（正面）',
    '克重（样品1）',
    '克重（左）',
    '定量（克重）',
    '厚度（两侧）',
    '克重 (MD)',
    '克重 average',
    'MD strength',
    '断丝',
    '克重 A',
    '克重-1',
    '纵向断裂强力 CD',
  ])('%s names no unit', (heading) => {
    expect(parseHeadingUnit(heading, 'g/m²')).toBeNull()
  })
})
