import type { inspectionResult } from '@/areas/rounds/contract/inspection-round'
import type { Row } from '@/contract/resource'
import { buildLabelText } from '@/plant/rules/label'
import { judgeItemAnswer, type CheckItem, type PointVerdict } from '@/areas/rounds/rules/check-point'
import texts from './data/texts.json' with { type: 'json' }
import type { MachineCheck } from './machine-groups'
import { calculateWarnLimits, type DemoRoutePoint } from './inspection-routes'
import { roundDecimals, type Dice } from './random'
import type { DemoEra } from './demo-era'
import { toBilingualText, type BilingualText } from './bilingual-text'

type InspectionResult = Row<typeof inspectionResult>
type ResultValue = InspectionResult['values'][number]
type PointAnswer = Pick<
  InspectionResult,
  'state' | 'presence' | 'scannedText' | 'reason' | 'values' | 'verdict' | 'findings' | 'note'
>

/** Names the items that are not in order. */
const buildPointNote = (findings: InspectionResult['findings']): BilingualText => {
  const labels = findings.filter(({ verdict }) => verdict === 'notOk').map(({ label }) => label)
  return toBilingualText(
    `${labels.join('、')}：不正常，已报班长`,
    `${labels.join(', ')}: not in order, shift leader told`,
  )
}
/** Mildest verdict first. */
const verdictsBySeverity: readonly PointVerdict[] = ['ok', 'warn', 'out', 'notOk']

/** Generates the answers given at one point of a route. Most of them say that all is well. */
export function generateAnswer(dice: Dice, era: DemoEra, point: DemoRoutePoint): PointAnswer {
  const isScanned = point.scanRequired || dice.chance(0.92)
  const presence = {
    presence: isScanned ? ('scanned' as const) : ('byHand' as const),
    scannedText: isScanned ? buildLabelText('equipment', point.machine.code) : point.machine.code,
  }
  if (dice.chance(0.012))
    return {
      state: 'skipped',
      ...presence,
      reason: era.localize(dice.pick(texts.skipReasons)),
      values: [],
      verdict: null,
      findings: [],
      note: null,
    }
  const judgedValues = point.checks.map((check) => generateJudgedValue(dice, check))
  const findings = judgedValues.flatMap(({ check, verdict }): InspectionResult['findings'] =>
    verdict === 'warn' || verdict === 'out' || verdict === 'notOk'
      ? [{ itemKey: check.key, label: era.localize(check), verdict }]
      : [],
  )
  const verdict =
    verdictsBySeverity.findLast((candidate) =>
      judgedValues.some(({ verdict: valueVerdict }) => valueVerdict === candidate),
    ) ?? 'ok'
  return {
    state: 'done',
    ...presence,
    reason: null,
    values: judgedValues.map(({ value }) => value),
    verdict: verdict as InspectionResult['verdict'],
    findings,
    note: verdict === 'notOk' ? era.localize(buildPointNote(findings)) : null,
  }
}

function generateJudgedValue(
  dice: Dice,
  check: MachineCheck & { key: string },
): { check: MachineCheck & { key: string }; value: ResultValue; verdict: PointVerdict } {
  const emptyValue = { itemKey: check.key, answer: null, number: null, text: null, images: [] }
  if (check.kind === 'okNotOk') {
    const checkAnswer = dice.chance(0.006) ? ('notOk' as const) : ('ok' as const)
    return {
      check,
      value: { ...emptyValue, answer: checkAnswer },
      verdict: judgeItemAnswer({ key: check.key, kind: 'okNotOk' }, checkAnswer),
    }
  }
  const number = generateReading(dice, check)
  const item: CheckItem = {
    key: check.key,
    kind: 'number',
    unit: check.unit,
    low: check.low,
    high: check.high,
    ...calculateWarnLimits(check),
  }
  return { check, value: { ...emptyValue, number }, verdict: judgeItemAnswer(item, number) }
}

/** Generates a gauge reading: usually near the usual value, sometimes near a limit, rarely beyond it. */
function generateReading(
  dice: Dice,
  { usualValue, low, high }: { usualValue: number; low: number; high: number },
): number {
  const getSpan = (side: number) => (side > 0 ? high - usualValue : usualValue - low)
  const side = dice.chance(0.65) ? 1 : -1
  return roundDecimals(Math.max(0, usualValue + side * getSpan(side) * drawSpanShare(dice)), usualValue >= 20 ? 1 : 2)
}
/** Draws the distance of a reading from the usual value, as a share of the distance of the limit. */
function drawSpanShare(dice: Dice): number {
  const draw = dice.next()
  if (draw < 0.005) return dice.between(1.02, 1.18)
  if (draw < 0.022) return dice.between(0.86, 0.99)
  return Math.min(0.84, Math.abs(dice.normal(0, 0.3)))
}
