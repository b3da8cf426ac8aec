/** Nonconformances with their measures, released holds, and feedback to suppliers. */
import { z } from 'zod'
import { abnormity, abnormityKinds } from '@/areas/deviations/contract/abnormity'
import { materialFeedback } from '@/areas/deviations/contract/material-feedback'
import { isAnswerOwed, type AbnormityState } from '@/areas/deviations/rules/abnormity'
import { hold } from '@/areas/rolls/contract/hold'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { DAY_MS, HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import deviationData from '../data/deviations.json' with { type: 'json' }
import { toCompanyName, toSupplierFields } from '../company-names'
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from '../draft'
import { bilingualTextSchema, readRecords } from '../read-data'
import { materialKeys } from './catalogue'
import { buildCertificateTemplates } from './certificate-templates'
import type { ShopFloor, ProductionOrder } from './orders'
import { toBilingualText } from '../bilingual-text'

/** States of the newest deviations, oldest first. All older deviations are closed. */
const recentStates = ['closed', 'verified', 'acting', 'analysed', 'confirmed', 'raised'] as const
const stateOrder: readonly AbnormityState[] = ['raised', 'confirmed', 'analysed', 'acting', 'verified', 'closed']
const MAX_DEVIATIONS = 40
/** Typical deviations. */
const deviationCases = readRecords(
  deviationData.cases,
  z.strictObject({
    kind: z.enum(abnormityKinds),
    defect: z.enum(defectKinds),
    description: bilingualTextSchema,
    cause: bilingualTextSchema,
    measure: bilingualTextSchema,
  }),
)
/** Problems reported to suppliers. */
const supplierComplaints = readRecords(
  deviationData.supplierComplaints,
  z.strictObject({
    material: z.enum(materialKeys),
    supplier: z.string(),
    problem: bilingualTextSchema,
    request: z.enum(materialFeedback.fields.request.options),
  }),
)

/** Builds the rows, and the last serial of each number series. */
export function buildDeviations(
  floor: ShopFloor,
  orders: readonly ProductionOrder[],
): { batches: RowBatch[]; series: [string, number][] } {
  const abnormities = buildAbnormities(floor, orders)
  const feedback = floor.codeSuffix ? [] : buildMaterialFeedback(floor)
  return {
    batches: [
      ...(floor.codeSuffix ? [] : buildCertificateTemplates(floor)),
      toBatch(abnormity, abnormities),
      toBatch(hold, floor.codeSuffix ? [] : buildReleasedHolds(floor, orders)),
      toBatch(materialFeedback, feedback),
    ],
    series: [...getLastSerials(feedback)],
  }
}
const toPlantDay = ({ era }: ShopFloor, ms: number): string => era.toDay(ms)

function buildAbnormities(floor: ShopFloor, orders: readonly ProductionOrder[]): RowDraft<typeof abnormity>[] {
  const { dice, era, staff } = floor
  const finishedOrders = orders
    .filter(({ jumbos, endMs }) => jumbos.length > 0 && endMs < era.now - DAY_MS)
    .sort((a, b) => a.endMs - b.endMs)
  const stride = Math.max(1, Math.floor(finishedOrders.length / MAX_DEVIATIONS))
  const serials = new Map<string, number>()
  return finishedOrders
    .filter((_, i) => i % stride === 0)
    .map((order, i, sampledOrders) => {
      const jumbo = dice.pick(order.jumbos)
      const raisedMs = Math.min(era.now - DAY_MS, Date.parse(jumbo.doffedAt ?? '') + dice.int(1, 30) * HOUR_MS)
      const day = toPlantDay(floor, raisedMs).replaceAll('-', '')
      const serial = (serials.get(day) ?? 0) + 1
      serials.set(day, serial)
      const { kind, defect, description, cause, measure } = deviationCases[i % deviationCases.length]!
      const state = recentStates[i - (sampledOrders.length - recentStates.length)] ?? 'closed'
      const stateIndex = stateOrder.indexOf(state)
      const raiserId = dice.pick(staff.listByTrade('quality')).id
      const responsibleUserId = dice.pick(staff.listByTrade('squadLeader')).id
      const checkerId = staff.getPersonOfTrade('qualityLead').id
      // Returns when the deviation reached a step; null if it has not.
      const findReachedMoment = (step: AbnormityState, days: number) =>
        stateIndex >= stateOrder.indexOf(step) ? toMoment(Math.min(era.now, raisedMs + days * DAY_MS)) : null
      const dueOn = toPlantDay(floor, raisedMs + 7 * DAY_MS)
      const answeredMoment = findReachedMoment('analysed', 3)
      const verifiedMoment = findReachedMoment('verified', 6)
      const closedMoment = findReachedMoment('closed', 9)
      const measures = findReachedMoment('acting', 4)
        ? [
            {
              what: era.localize(measure),
              userId: responsibleUserId,
              dueOn,
              doneOn: verifiedMoment
                ? toPlantDay(floor, Math.min(raisedMs + 5 * DAY_MS, toMillis(verifiedMoment)))
                : null,
            },
          ]
        : []
      return {
        id: dice.id(raisedMs),
        number: `A${day}-${String(serial).padStart(3, '0')}${floor.codeSuffix}`,
        state,
        kind,
        severity: dice.pickWeighted([
          ['minor', 4],
          ['major', 5],
          ['critical', 1],
        ] as const),
        defect,
        description: era.localize(description),
        jumboRollId: jumbo.id,
        lineId: order.line.id,
        workOrderId: order.row.id,
        customerId: kind === 'complaint' ? (order.row.customerId ?? null) : null,
        productId: order.product.id,
        quantityKg: dice.int(40, 900),
        team: jumbo.team ?? null,
        shift: jumbo.shift ?? null,
        raisedBy: raiserId,
        raisedAt: toMoment(raisedMs),
        responsibleId: stateIndex > 0 ? responsibleUserId : null,
        dueOn: stateIndex > 0 ? dueOn : null,
        confirmedBy: stateIndex > 0 ? checkerId : null,
        confirmedAt: findReachedMoment('confirmed', 1),
        containment: answeredMoment
          ? era.localize(
              toBilingualText('隔离同班次卷，逐卷复检', 'Rolls of the same shift quarantined and rechecked one by one'),
            )
          : null,
        causeKind: answeredMoment ? ('machine' as const) : null,
        cause: answeredMoment ? era.localize(cause) : null,
        measures,
        owed: isAnswerOwed({ state, measures }),
        prevention: verifiedMoment
          ? era.localize(toBilingualText('纳入班前点检', 'Added to the check before each shift'))
          : null,
        answeredBy: answeredMoment ? responsibleUserId : null,
        answeredAt: answeredMoment,
        verification: verifiedMoment
          ? era.localize(toBilingualText('连续 3 个班次未再出现', 'Not seen again in 3 shifts running'))
          : null,
        verifiedBy: verifiedMoment ? checkerId : null,
        verifiedAt: verifiedMoment,
        closedBy: closedMoment ? checkerId : null,
        closedAt: closedMoment,
        ...buildAuditFields(raisedMs, raiserId),
      }
    })
}
/** Builds past holds, all released, so that they block nothing. */
function buildReleasedHolds(floor: ShopFloor, orders: readonly ProductionOrder[]): RowDraft<typeof hold>[] {
  const { dice, era, staff } = floor
  const leadId = staff.getPersonOfTrade('qualityLead').id
  return (
    orders
      .filter(({ jumbos, endMs }) => jumbos.length > 3 && endMs < era.now - 20 * DAY_MS)
      .filter((_, i, all) => i % Math.max(1, Math.floor(all.length / 6)) === 0)
      .map((order) => {
        const jumbo = dice.pick(order.jumbos)
        const heldMs = Date.parse(jumbo.doffedAt ?? '')
        return {
          id: dice.id(heldMs),
          number: `H${toPlantDay(floor, heldMs).slice(2).replaceAll('-', '')}-01`,
          state: 'released' as const,
          kind: 'jumboRoll' as const,
          subjectId: jumbo.id,
          subject: jumbo.number ?? '',
          reason: era.localize(toBilingualText('复检克重', 'Basis weight to be rechecked')),
          heldAt: toMoment(heldMs),
          heldBy: leadId,
          jumbos: 1,
          kg: jumbo.netKg ?? null,
          releasedAt: toMoment(heldMs + 5 * HOUR_MS),
          releasedBy: leadId,
          releaseReason: era.localize(toBilingualText('复检合格', 'Recheck passed')),
          ...buildAuditFields(heldMs, leadId, heldMs + 5 * HOUR_MS),
        }
      })
      // Keeps one hold per day, because the number of a hold contains only the day.
      .filter(({ number }, i, all) => all.findIndex((other) => other.number === number) === i)
  )
}

function buildMaterialFeedback(floor: ShopFloor): RowDraft<typeof materialFeedback>[] {
  const { dice, era, staff, masters } = floor
  const authorId = staff.getPersonOfTrade('quality').id
  const leadId = staff.getPersonOfTrade('qualityLead').id
  const managerId = staff.getPersonOfTrade('manager').id
  const serials = new Map<string, number>()
  return Array.from({ length: 9 }, (_, i): RowDraft<typeof materialFeedback> => {
    const writtenMs = era.now - (330 - i * 38) * DAY_MS
    const year = toPlantDay(floor, writtenMs).slice(0, 4)
    const serial = (serials.get(year) ?? 0) + 1
    serials.set(year, serial)
    // The oldest three are closed; the supplier still owes an answer to some of the approved ones.
    const state = i < 3 ? 'closed' : i < 7 ? 'approved' : i === 7 ? 'inApproval' : 'notApproved'
    const isApproved = i < 7
    const { material, supplier, problem, request } = supplierComplaints[i % supplierComplaints.length]!
    const buildApproval = (userId: string) => ({
      userId,
      decision: 'approved' as const,
      decidedAt: toMoment(writtenMs + DAY_MS),
      reason: null,
    })
    const buildPendingApprover = (userId: string) => ({ userId, decision: null, decidedAt: null, reason: null })
    return {
      id: dice.id(writtenMs),
      number: `MF${year}-${String(serial).padStart(4, '0')}`,
      materialId: masters.materialIds[material],
      ...toSupplierFields(toCompanyName(supplier)),
      problem: era.localize(problem),
      quantityKg: dice.int(50, 900),
      request,
      answerBy: toPlantDay(floor, writtenMs + 14 * DAY_MS),
      state,
      approvers: isApproved
        ? [leadId, managerId].map(buildApproval)
        : state === 'inApproval'
          ? [leadId, managerId].map(buildPendingApprover)
          : [],
      waitingFor: state === 'inApproval' ? leadId : null,
      authors: [authorId],
      ...(state === 'notApproved' ? {} : { submittedBy: authorId, submittedAt: toMoment(writtenMs + HOUR_MS) }),
      ...(isApproved ? { approvedBy: managerId, approvedAt: toMoment(writtenMs + DAY_MS) } : {}),
      ...(i < 5
        ? {
            feedback: era.localize(
              toBilingualText(
                '已查明原因，换货并提交整改报告',
                'Cause found; goods replaced, corrective action report handed in',
              ),
            ),
            feedbackBy: authorId,
            feedbackAt: toMoment(writtenMs + 9 * DAY_MS),
          }
        : {}),
      ...(state === 'closed'
        ? {
            verification: era.localize(
              toBilingualText(
                '换货批次复测合格，未再出现',
                'The replaced lot passed its tests, and it has not come back',
              ),
            ),
            closedBy: leadId,
            closedAt: toMoment(writtenMs + 16 * DAY_MS),
          }
        : {}),
      ...buildAuditFields(writtenMs, authorId),
    }
  })
}
const getLastSerials = (rows: readonly RowDraft<typeof materialFeedback>[]): Map<string, number> =>
  new Map(rows.map(({ number = '' }) => [`material-feedback:${number.slice(2, 6)}`, Number(number.slice(7))] as const))
