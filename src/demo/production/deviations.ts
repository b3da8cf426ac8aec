/** Nonconformances with their measures, released holds, and feedback to suppliers. */
import { abnormity } from '@/areas/deviations/contract/abnormity'
import { materialFeedback } from '@/areas/deviations/contract/material-feedback'
import { isOwed, type AbnormityState } from '@/areas/deviations/rules/abnormity'
import { hold } from '@/areas/rolls/contract/hold'
import { DAY_MS, HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { companyName, suppliedBy } from '../company-names'
import { batch, stamps, type Batch, type Draft } from '../draft'
import { certificateWords } from './certificate-words'
import { cases, problems } from './deviation-words'
import type { Floor, Order } from './orders'
import { both } from '../said'

const stages = [
  'closed',
  'closed',
  'closed',
  'closed',
  'verified',
  'acting',
  'analysed',
  'confirmed',
  'raised',
] as const
const steps: readonly AbnormityState[] = ['raised', 'confirmed', 'analysed', 'acting', 'verified', 'closed']
const FEW = 40

/** Builds the rows, and the last serial of each number series. */
export function buildDeviations(
  floor: Floor,
  orders: readonly Order[],
): { batches: Batch[]; series: [string, number][] } {
  const abnormities = raised(floor, orders)
  const feedback = floor.tail ? [] : told(floor)
  return {
    batches: [
      ...(floor.tail ? [] : certificateWords(floor)),
      batch(abnormity, abnormities),
      batch(hold, floor.tail ? [] : released(floor, orders)),
      batch(materialFeedback, feedback),
    ],
    series: [...lastOfYear(feedback)],
  }
}
const dayOf = ({ era }: Floor, at: number): string => era.dayOf(at)

function raised(floor: Floor, orders: readonly Order[]): Draft<typeof abnormity>[] {
  const { dice, era, staff } = floor
  const wound = orders
    .filter(({ jumbos, endsAt }) => jumbos.length > 0 && endsAt < era.now - DAY_MS)
    .sort((a, b) => a.endsAt - b.endsAt)
  const every = Math.max(1, Math.floor(wound.length / FEW))
  const serials = new Map<string, number>()
  return wound
    .filter((_, i) => i % every === 0)
    .map((order, i, all) => {
      const jumbo = dice.pick(order.jumbos)
      const at = Math.min(era.now - DAY_MS, Date.parse(jumbo.doffedAt ?? '') + dice.int(1, 30) * HOUR_MS)
      const day = dayOf(floor, at).replaceAll('-', '')
      const serial = (serials.get(day) ?? 0) + 1
      serials.set(day, serial)
      const [kind, defect, description, cause, what] = cases[i % cases.length]!
      // Some of the six newest are still in progress.
      const state = i < all.length - 6 ? 'closed' : stages[i - all.length + 9]!
      const reached = steps.indexOf(state)
      const [by, responsible, checks] = [
        dice.pick(staff.of('quality')).id,
        dice.pick(staff.of('squadLeader')).id,
        staff.lead('qualityLead').id,
      ]
      const done = (step: AbnormityState, days: number) =>
        reached >= steps.indexOf(step) ? toMoment(Math.min(era.now, at + days * DAY_MS)) : null
      const dueOn = dayOf(floor, at + 7 * DAY_MS)
      const answered = done('analysed', 3)
      const verified = done('verified', 6)
      const closed = done('closed', 9)
      const measures = done('acting', 4)
        ? [
            {
              what: era.say(what),
              userId: responsible,
              dueOn,
              doneOn: verified ? dayOf(floor, Math.min(at + 5 * DAY_MS, toMillis(verified))) : null,
            },
          ]
        : []
      return {
        id: dice.id(at),
        number: `A${day}-${String(serial).padStart(3, '0')}${floor.tail}`,
        state,
        kind,
        severity: dice.weighted([
          ['minor', 4],
          ['major', 5],
          ['critical', 1],
        ] as const),
        defect,
        description: era.say(description),
        jumboRollId: jumbo.id,
        lineId: order.line.id,
        workOrderId: order.row.id,
        customerId: kind === 'complaint' ? (order.row.customerId ?? null) : null,
        productId: order.product.id,
        quantityKg: dice.int(40, 900),
        team: jumbo.team ?? null,
        shift: jumbo.shift ?? null,
        raisedBy: by,
        raisedAt: toMoment(at),
        responsibleId: reached > 0 ? responsible : null,
        dueOn: reached > 0 ? dueOn : null,
        confirmedBy: reached > 0 ? checks : null,
        confirmedAt: done('confirmed', 1),
        containment: answered
          ? era.say(both('隔离同班次卷，逐卷复检', 'Rolls of the same shift quarantined and rechecked one by one'))
          : null,
        causeKind: answered ? ('machine' as const) : null,
        cause: answered ? era.say(cause) : null,
        measures,
        owed: isOwed({ state, measures }),
        prevention: verified ? era.say(both('纳入班前点检', 'Added to the check before each shift')) : null,
        answeredBy: answered ? responsible : null,
        answeredAt: answered,
        verification: verified ? era.say(both('连续 3 个班次未再出现', 'Not seen again in 3 shifts running')) : null,
        verifiedBy: verified ? checks : null,
        verifiedAt: verified,
        closedBy: closed ? checks : null,
        closedAt: closed,
        ...stamps(at, by),
      }
    })
}
/** Builds past holds, all released, so that they block nothing. */
function released(floor: Floor, orders: readonly Order[]): Draft<typeof hold>[] {
  const { dice, era, staff } = floor
  const lead = staff.lead('qualityLead').id
  return orders
    .filter(({ jumbos, endsAt }) => jumbos.length > 3 && endsAt < era.now - 20 * DAY_MS)
    .filter((_, i, all) => i % Math.max(1, Math.floor(all.length / 6)) === 0)
    .map((order) => {
      const jumbo = dice.pick(order.jumbos)
      const at = Date.parse(jumbo.doffedAt ?? '')
      return {
        id: dice.id(at),
        number: `H${dayOf(floor, at).slice(2).replaceAll('-', '')}-01`,
        state: 'released' as const,
        kind: 'jumboRoll' as const,
        subjectId: jumbo.id,
        subject: jumbo.number ?? '',
        reason: era.say(both('复检克重', 'Basis weight to be rechecked')),
        heldAt: toMoment(at),
        heldBy: lead,
        jumbos: 1,
        kg: jumbo.netKg ?? null,
        releasedAt: toMoment(at + 5 * HOUR_MS),
        releasedBy: lead,
        releaseReason: era.say(both('复检合格', 'Recheck passed')),
        ...stamps(at, lead, at + 5 * HOUR_MS),
      }
    })
    .filter(({ number }, i, all) => all.findIndex((one) => one.number === number) === i)
}

function told(floor: Floor): Draft<typeof materialFeedback>[] {
  const { dice, era, staff, masters } = floor
  const [author, lead, manager] = [staff.lead('quality').id, staff.lead('qualityLead').id, staff.lead('manager').id]
  const used = new Map<string, number>()
  return Array.from({ length: 9 }, (_, i): Draft<typeof materialFeedback> => {
    const at = era.now - (330 - i * 38) * DAY_MS
    const year = dayOf(floor, at).slice(0, 4)
    const serial = (used.get(year) ?? 0) + 1
    used.set(year, serial)
    // The oldest three are closed; the supplier still owes an answer to some of the approved ones.
    const state = i < 3 ? 'closed' : i < 7 ? 'approved' : i === 7 ? 'inApproval' : 'notApproved'
    const sent = i < 7
    const decided = (userId: string) => ({
      userId,
      decision: 'approved' as const,
      decidedAt: toMoment(at + DAY_MS),
      reason: null,
    })
    const asked = (userId: string) => ({ userId, decision: null, decidedAt: null, reason: null })
    return {
      id: dice.id(at),
      number: `MF${year}-${String(serial).padStart(4, '0')}`,
      materialId: [
        masters.materials.white,
        masters.materials.resinSpun,
        masters.materials.blue,
        masters.materials.core,
      ][i % 4]!,
      ...suppliedBy(companyName(['华彩母粒', '东海石化', '华彩母粒', '金利纸管'][i % 4]!)),
      problem: era.say(problems[i % 4]!),
      quantityKg: dice.int(50, 900),
      request: (['improve', 'claim', 'return', 'replace'] as const)[i % 4]!,
      answerBy: dayOf(floor, at + 14 * DAY_MS),
      state,
      approvers: sent ? [lead, manager].map(decided) : state === 'inApproval' ? [lead, manager].map(asked) : [],
      waitingFor: state === 'inApproval' ? lead : null,
      authors: [author],
      ...(state === 'notApproved' ? {} : { submittedBy: author, submittedAt: toMoment(at + HOUR_MS) }),
      ...(sent ? { approvedBy: manager, approvedAt: toMoment(at + DAY_MS) } : {}),
      ...(i < 5
        ? {
            feedback: era.say(
              both('已查明原因，换货并提交整改报告', 'Cause found; goods replaced, corrective action report handed in'),
            ),
            feedbackBy: author,
            feedbackAt: toMoment(at + 9 * DAY_MS),
          }
        : {}),
      ...(state === 'closed'
        ? {
            verification: era.say(
              both('换货批次复测合格，未再出现', 'The replaced lot passed its tests, and it has not come back'),
            ),
            closedBy: lead,
            closedAt: toMoment(at + 16 * DAY_MS),
          }
        : {}),
      ...stamps(at, author),
    }
  })
}
const lastOfYear = (rows: readonly Draft<typeof materialFeedback>[]): Map<string, number> =>
  new Map(rows.map(({ number = '' }) => [`material-feedback:${number.slice(2, 6)}`, Number(number.slice(7))] as const))
