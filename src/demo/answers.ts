import type { inspectionResult } from '@/areas/maintenance/contract/inspection-round'
import type { Row } from '@/contract/resource'
import { buildLabelText } from '@/plant/rules/label'
import { judgeItemAnswer, type CheckItem, type PointVerdict } from '@/areas/maintenance/rules/check-point'
import type { Check } from './groups/group'
import { warnLimits, type Stop } from './plans'
import { rounded, type Dice } from './random'
import type { Era } from './era'
import { both, type Said } from './said'

type Result = Row<typeof inspectionResult>
type Value = Result['values'][number]
type Answer = Pick<Result, 'state' | 'presence' | 'scannedText' | 'reason' | 'values' | 'verdict' | 'findings' | 'note'>

const skipReasons = [
  both('通道施工，无法靠近', 'Aisle under construction, no access'),
  both('货物占道，无法靠近', 'Blocked by goods, no access'),
  both('照明故障，看不清', 'Light failed, nothing to be seen'),
] as const
/** Note that lists the items that were not in order, consistent with the recorded values. */
const remark = (findings: Result['findings']): Said => {
  const labels = findings.filter(({ verdict }) => verdict === 'notOk').map(({ label }) => label)
  return both(`${labels.join('、')}：不正常，已报班长`, `${labels.join(', ')}: not in order, shift leader told`)
}
const worst: readonly PointVerdict[] = ['ok', 'warn', 'out', 'notOk']

/** Generates the answers given at one point of a route. Most of them say that all is well. */
export function answer(dice: Dice, era: Era, stop: Stop): Answer {
  const scanned = stop.scanRequired || dice.chance(0.92)
  const presence = {
    presence: scanned ? ('scanned' as const) : ('byHand' as const),
    scannedText: scanned ? buildLabelText('equipment', stop.machine.code) : stop.machine.code,
  }
  if (dice.chance(0.012))
    return {
      state: 'skipped',
      ...presence,
      reason: era.say(dice.pick(skipReasons)),
      values: [],
      verdict: null,
      findings: [],
      note: null,
    }
  const judged = stop.checks.map((check) => judgedValue(dice, check))
  const findings = judged.flatMap(({ check, verdict }): Result['findings'] =>
    verdict === 'warn' || verdict === 'out' || verdict === 'notOk'
      ? [{ itemKey: check.key, label: era.say(check), verdict }]
      : [],
  )
  const verdict = worst.findLast((each) => judged.some((j) => j.verdict === each)) ?? 'ok'
  return {
    state: 'done',
    ...presence,
    reason: null,
    values: judged.map(({ value }) => value),
    verdict: verdict as Result['verdict'],
    findings,
    note: verdict === 'notOk' ? era.say(remark(findings)) : null,
  }
}

function judgedValue(
  dice: Dice,
  check: Check & { key: string },
): { check: Check & { key: string }; value: Value; verdict: PointVerdict } {
  const empty = { itemKey: check.key, answer: null, number: null, text: null, images: [] }
  if (check.kind === 'okNotOk') {
    const said = dice.chance(0.006) ? ('notOk' as const) : ('ok' as const)
    return {
      check,
      value: { ...empty, answer: said },
      verdict: judgeItemAnswer({ key: check.key, kind: 'okNotOk' }, said),
    }
  }
  const number = reading(dice, check)
  const item: CheckItem = {
    key: check.key,
    kind: 'number',
    unit: check.unit,
    low: check.low,
    high: check.high,
    ...warnLimits(check),
  }
  return { check, value: { ...empty, number }, verdict: judgeItemAnswer(item, number) }
}

/** Gauge reading: usually near the usual value, sometimes near a limit, rarely beyond it. */
function reading(dice: Dice, { usual, low, high }: { usual: number; low: number; high: number }): number {
  const span = (side: number) => (side > 0 ? high - usual : usual - low)
  const side = dice.chance(0.65) ? 1 : -1
  const drawn = dice.next()
  const share =
    drawn < 0.005
      ? dice.between(1.02, 1.18)
      : drawn < 0.022
        ? dice.between(0.86, 0.99)
        : Math.min(0.84, Math.abs(dice.normal(0, 0.3)))
  return rounded(Math.max(0, usual + side * span(side) * share), usual >= 20 ? 1 : 2)
}
