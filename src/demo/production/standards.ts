/** Process standards of the products: one in force each, older versions of some, and a few in approval. */
import { DAY_MS } from '@/plant/rules/plant-time'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { batch, stamps, type Batch, type Draft } from '../draft'
import type { Era } from '../era'
import type { Staff } from '../people'
import { rounded, type Dice } from '../random'
import { approvals } from './approvals'
import { recipeOf } from './catalogue'
import type { Made, Masters } from './masters'
import { both } from '../said'

type Standard = Draft<typeof processStandard>
const words = {
  extruderTemp: ['挤出机温度', 'Extruder temperature'],
  meltPressure: ['熔体压力', 'Melt pressure'],
  dieTemp: ['模头温度', 'Die temperature'],
  quenchTemp: ['冷却风温度', 'Quench air temperature'],
  suction: ['抽吸风机转速', 'Suction fan speed'],
  spunPumpSpeed: ['纺粘计量泵转速', 'Spunbond metering pump speed'],
  meltDieTemp: ['熔喷模头温度', 'Meltblown die temperature'],
  meltAirTemp: ['熔喷热风温度', 'Meltblown air temperature'],
  dcd: ['接收距离 DCD', 'Die-to-collector distance'],
  pumpSpeed: ['熔喷计量泵转速', 'Meltblown metering pump speed'],
  airTemp: ['热风温度', 'Hot air temperature'],
  calenderTemp: ['热轧温度', 'Calender temperature'],
  calenderPressure: ['热轧线压力', 'Calender nip pressure'],
  lineSpeed: ['线速度', 'Line speed'],
  slitSpeed: ['分切速度', 'Slitting speed'],
  tension: ['放卷张力', 'Unwind tension'],
  hardness: ['卷硬度', 'Roll hardness'],
} as const
const limits = (
  word: keyof typeof words,
  unit: string,
  target: number,
  low: number,
  high: number,
  key: string = word,
  beam: number | null = null,
) => ({
  key,
  label: beam === null ? words[word][0] : `${words[word][0]} M${beam}`,
  labelEn: beam === null ? words[word][1] : `${words[word][1]}, beam M${beam}`,
  unit,
  target,
  low: rounded(low, 2),
  high: rounded(high, 2),
})
const around = (word: keyof typeof words, unit: string, target: number, spread: number, key?: string, beam?: number) =>
  limits(word, unit, target, target - spread, target + spread, key, beam)

/** Builds the process standards of a place. */
export function buildStandards(
  dice: Dice,
  era: Era,
  staff: Staff,
  products: readonly Made[],
  materials: Masters['materials'],
): Batch {
  const made = era.from - 60 * DAY_MS
  // Quality approves first, then the manager.
  const say = approvals(
    [staff.lead('lead').id, staff.lead('qualityLead').id, staff.lead('manager').id],
    era.say(
      both(
        '热轧温度上限偏高，请附试验数据后再提交。',
        'The upper limit of the calender temperature is rather high; please attach trial data and submit again.',
      ),
    ),
  )
  return batch(
    processStandard,
    products.flatMap((p, i) => {
      const older = { 0: 1, 1: 2 }[i] ?? 0
      const main = versions({ id: p.standardId, ...mainOf(p, materials) }, older, (before) => ({
        parameters: shifted(mainOf(p, materials).parameters, before),
      }))
      const slit = versions({ id: dice.id(made + 2 * DAY_MS), ...slittingOf(p) }, i === 0 ? 1 : 0, (before) => ({
        parameters: shifted(slittingOf(p).parameters, before),
      }))
      return [...main, ...slit, ...inWork(i, main.at(-1)!, slit.at(-1)!)]
    }),
  )

  /** Builds the version in force and slightly different earlier versions. */
  function versions(now: Standard, older: number, difference: (before: number) => Partial<Standard>): Standard[] {
    return Array.from({ length: older + 1 }, (_, k): Standard => {
      const at = made + DAY_MS + k * Math.min(120 * DAY_MS, (era.now - made - 7 * DAY_MS) / (older + 1))
      const current = k === older
      return {
        ...now,
        ...(current ? {} : { id: dice.id(at), ...difference(older - k) }),
        revision: k + 1,
        newest: current,
        ...say.approved(at + 3 * DAY_MS),
        ...stamps(at, say.author, at + 5 * DAY_MS),
      }
    })
  }
  /** Builds the versions in progress: drafts, versions waiting for the first or second approver, a rejected one. */
  function inWork(i: number, main: Standard, slit: Standard): Standard[] {
    const next = (from: Standard, daysAgo: number, state: Partial<Standard>, hotter: number): Standard => ({
      ...from,
      id: dice.id(era.now - daysAgo * DAY_MS),
      revision: (from.revision ?? 1) + 1,
      newest: false,
      approvedBy: null,
      approvedAt: null,
      submittedBy: null,
      submittedAt: null,
      approvers: [],
      parameters: shifted(from.parameters ?? [], -hotter),
      idealSpeed: from.idealSpeed ? from.idealSpeed + 5 : null,
      authors: [say.author],
      ...state,
      ...stamps(era.now - daysAgo * DAY_MS, say.author, era.now - 0.2 * DAY_MS),
    })
    switch (i) {
      case 2:
        return [next(main, 2, { state: 'notApproved' }, 1)]
      case 3:
        return [next(main, 3, say.waiting(era.now - DAY_MS, 0), 1), next(slit, 1, { state: 'notApproved' }, 1)]
      case 4:
        return [
          next(main, 4, say.waiting(era.now - 2 * DAY_MS, 1), 1),
          next(slit, 3, say.waiting(era.now - DAY_MS, 0), 1),
        ]
      case 5:
        return [next(main, 6, say.rejected(era.now - 3 * DAY_MS), 2)]
      default:
        return []
    }
  }
}

/** Lowers temperature and tension parameters by some degrees or N/m. */
const shifted = (
  parameters: NonNullable<Standard['parameters']>,
  degrees: number,
): NonNullable<Standard['parameters']> =>
  parameters.map((one) =>
    one.unit === '°C' || one.key === 'tension'
      ? {
          ...one,
          target: rounded(one.target! - degrees, 2),
          low: rounded(one.low! - degrees, 2),
          high: rounded(one.high! - degrees, 2),
        }
      : one,
  )

/** Parameters of the two meltblown beams of an SMMS line. */
const meltBeams = [1, 2].flatMap((beam) => [
  around('meltDieTemp', '°C', 265, 5, `meltDieTemp${beam}`, beam),
  around('meltAirTemp', '°C', 275, 8, `meltAirTemp${beam}`, beam),
  around('dcd', 'mm', 120, 15, `dcd${beam}`, beam),
  around('pumpSpeed', 'r/min', 18, 2, `meltPumpSpeed${beam}`, beam),
])

function mainOf(p: Made, materials: Masters['materials']) {
  const melt = p.family === 'meltblown'
  return {
    code: `PS-${p.code}`,
    variant: 'mainLine' as const,
    productId: p.id,
    lineId: p.line.id,
    idealSpeed: p.idealSpeed,
    weightTolerance: 4,
    ratios: [...recipeOf(p)].map(([key, share]) => ({
      materialId: materials[key],
      targetPercent: share,
      minPercent: rounded(share > 50 ? share - 6 : share * 0.5, 2),
      maxPercent: rounded(share > 50 ? 100 : share * 1.8, 2),
    })),
    parameters: [
      around('extruderTemp', '°C', melt ? 255 : 232, 5),
      around('meltPressure', 'MPa', melt ? 1.2 : 6.8, 0.4),
      around('dieTemp', '°C', melt ? 262 : 236, 5),
      around('quenchTemp', '°C', 17, 2),
      ...(melt ? [] : [around('spunPumpSpeed', 'r/min', 22, 2)]),
      around('suction', 'r/min', melt ? 1450 : 1780, 80),
      ...(p.family === 'sms' ? meltBeams : []),
      ...(melt
        ? [around('airTemp', '°C', 280, 8)]
        : [around('calenderTemp', '°C', 148 + p.gsm / 10, 4), around('calenderPressure', 'N/mm', 70, 8)]),
      around('lineSpeed', 'm/min', p.idealSpeed, p.idealSpeed * 0.08, 'speed'),
    ],
  }
}
const slittingOf = (p: Made) => ({
  code: `PSL-${p.code}`,
  variant: 'slitting' as const,
  productId: p.id,
  idealSpeed: 500,
  weightTolerance: 3,
  parameters: [
    limits('slitSpeed', 'm/min', 500, 300, 600, 'speed'),
    limits('tension', 'N/m', rounded(20 + p.gsm, 0), rounded(12 + p.gsm, 0), rounded(30 + p.gsm, 0)),
    limits('hardness', 'HS', 62, 55, 70),
  ],
})
