/** Computes the content of a certificate from rolls, test results, standard and template. */
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { formatCodeAndName } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { toPlantDay } from '@/plant/server/plant'
import { testBatch } from '@/areas/laboratory/contract/test-batch'
import { getDisplayedDigits } from '@/areas/laboratory/rules/judge-results'
import { summarizeResults, type RollResult } from '@/areas/laboratory/server/queries/results'
import { customer } from '@/areas/orders/contract/customer'
import { erpOrder } from '@/areas/orders/contract/erp-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { buildLimitsQuery } from '@/areas/orders/server/queries/pinned-limits'
import {
  listFinishedRolls,
  findOrderByRollNumber,
  type FinishedRoll,
} from '@/areas/slitting/server/queries/finished-rolls'
import { product } from '@/areas/standards/contract/product'
import { loadProductLimits, type IndexLimits, type ProductLimits } from '@/areas/standards/server/queries'
import { loadNames } from '@/server/crud/refs'
import type { Context } from '@/server/context'
import type { certificate } from '../contract/certificate'
import { certificatePreview } from '../contract/certificate-endpoints'
import { coaTemplate } from '../contract/coa-template'
import { coaRemark, coaTranslation } from '../contract/coa-texts'
import { judgeBatches } from '../rules/judgement'
import { isTemplateApplicable } from '@/areas/certificates/rules/certificate'
import { loadBatchResults } from './load-batch-results'
import { listCoveringCertificates } from './certificates-of-rolls'
import { listFittingTemplates } from './templates'
import { handle } from '@/server/area'

export type CertificateRow = Row<typeof certificate>
type Order = Row<typeof workOrder>
type Template = Row<typeof coaTemplate>
type CertificateLine = CertificateRow['lines'][number]
export type ComputedCertificate = EndpointOutput<typeof certificatePreview>
/** The rolls and the template that a certificate is computed for. */
export interface CertificateSelection {
  readonly workOrderId: string
  readonly rollIds?: readonly string[] | null
  readonly templateId?: string | null
  /** Includes downgraded rolls. */
  readonly downgraded?: boolean | null
}

/** GET /quality/get_coa_res: computes the certificate by order, batch, or the number on a roll label. */
export const previewCertificate = handle(certificatePreview, async (ctx, input) => {
  return computeCertificate(ctx, { ...input, workOrderId: await findOrderId(ctx, input) })
})
async function findOrderId(ctx: Context, input: EndpointInput<typeof certificatePreview>): Promise<string> {
  if (input.workOrderId) return input.workOrderId
  const number = input.number?.trim()
  if (number) {
    const [orderByNumber] = await ctx.rows.find(workOrder, { where: { number }, limit: 1 })
    const orderId = orderByNumber?.id ?? (await findOrderByRollNumber(ctx, number))
    if (orderId) return orderId
    throw new Refusal(errno.notFound, 'certificates:refusals.unknownNumber', {
      params: { number },
      issues: [{ path: ['number'], code: 'unknownId' }],
    })
  }
  if (!input.batch) throw refuseInput([{ path: ['workOrderId'], code: 'missing' }])
  const [orderByBatch] = await ctx.rows.find(workOrder, { where: { batch: input.batch }, limit: 1 })
  if (!orderByBatch) throw refuseInput([{ path: ['batch'], code: 'unknownId' }])
  return orderByBatch.id
}

/**
 * Computes a certificate.
 * @throws a refusal without rolls, for rolls of another order, or without an approved product standard
 */
export async function computeCertificate(ctx: Context, selection: CertificateSelection): Promise<ComputedCertificate> {
  const order = await ctx.rows.get(workOrder, selection.workOrderId)
  const { rolls, leftOut } = await selectRolls(ctx, order, selection)
  const template = await findTemplate(ctx, order, selection.templateId ?? null)
  const standard = await findOrderStandard(ctx, order)
  const indexLimits = selectIndexLimits(standard, template)
  // A result measured on one slit roll applies to this roll only.
  const slitRollIds = rolls.map(({ id }) => id)
  const [resultsByBatch = []] = await loadBatchResults(ctx, [
    {
      orderId: order.id,
      jumbos: rolls.map(({ jumboRollId, woundFor }) => ({ id: jumboRollId, woundFor })),
      slitRollIds,
      indexIds: indexLimits.map(({ indexId }) => indexId),
    },
  ])
  const citedResults = resultsByBatch.flat()
  const indexSummaries = await summarizeResults(
    ctx,
    citedResults.map(({ resultId }) => resultId),
  )
  const lines = indexLimits.map((limits): CertificateLine => {
    const { indexId, code, name, nameEn, unit, method, lsl, target, usl } = limits
    const indexResultsByBatch = resultsByBatch.map((results) => results.filter((result) => result.indexId === indexId))
    const indexSummary = indexSummaries.find((summary) => summary.indexId === indexId)
    return {
      indexId,
      code,
      name,
      nameEn,
      unit,
      method,
      digits: getDisplayedDigits(indexSummary?.mean ?? null, limits),
      lsl,
      target,
      usl,
      n: indexSummary?.n ?? 0,
      rolls: indexSummary?.rolls ?? 0,
      below: indexSummary?.below ?? 0,
      mean: indexSummary?.mean ?? null,
      min: indexSummary?.min ?? null,
      max: indexSummary?.max ?? null,
      deviation: indexSummary?.deviation ?? null,
      judgement: judgeBatches(limits, indexResultsByBatch),
    }
  })
  const holdNumbers = [...new Set(rolls.flatMap(({ holds }) => holds))]
  return {
    ...(await buildHead(ctx, order, template, rolls)),
    ...buildRollFields(rolls),
    ...(await summarizeTests(ctx, citedResults)),
    templateId: template?.id ?? null,
    productStandardId: standard.id,
    standard: `${standard.code} ${standard.revision}`,
    season: standard.season,
    lines,
    gaps: [
      ...lines
        .filter(({ judgement }) => judgement !== 'pass')
        .map(({ name, nameEn, judgement }) => ({ name: ctx.language === 'en' ? (nameEn ?? name) : name, judgement })),
      ...(rolls.some(isDowngraded)
        ? [{ name: ctx.t('certificates:pages.qualityReport.downgradedRolls'), judgement: 'fail' as const }]
        : []),
    ],
    leftOut,
    held: holdNumbers.length > 0 ? holdNumbers.join(', ') : null,
    standing: await listCoveringCertificates(ctx, { workOrderId: order.id, rollIds: slitRollIds }),
  }
}

const isDowngraded = ({ grade }: FinishedRoll): boolean => grade !== 'good'
const getNumbers = (rolls: readonly FinishedRoll[]): string[] => rolls.map(({ number }) => number)
/**
 * Returns the rolls that the certificate covers, and the numbers of downgraded rolls that it leaves out (`leftOut`).
 * @throws a refusal if a downgraded roll is selected or the order has downgraded rolls only, unless
 *   `selection.downgraded` permits them
 */
async function selectRolls(
  ctx: Context,
  order: Order,
  selection: CertificateSelection,
): Promise<{ rolls: FinishedRoll[]; leftOut: string[] }> {
  const rollIds = selection.rollIds ?? []
  const rolls = await listFinishedRolls(ctx, rollIds.length > 0 ? { rollIds } : { workOrderId: order.id })
  const foreignRoll = rolls.find((roll) => roll.workOrderId !== order.id)
  if (foreignRoll) throw await buildOtherOrderRefusal(ctx, foreignRoll, order)
  if (rolls.length === 0) throw refuse('certificates:refusals.noRolls', { order: order.number })
  if (rollIds.length > rolls.length) throw refuseInput([{ path: ['rollIds'], code: 'unknownId' }])
  if (selection.downgraded) return { rolls, leftOut: [] }
  const downgradedNumbers = getNumbers(rolls.filter(isDowngraded))
  const goodRolls = rolls.filter((roll) => !isDowngraded(roll))
  if (downgradedNumbers.length > 0 && (rollIds.length > 0 || goodRolls.length === 0))
    throw refuse('certificates:refusals.downgraded', { numbers: formatNumberList(downgradedNumbers) })
  return { rolls: goodRolls, leftOut: downgradedNumbers }
}
/** Builds the refusal of a roll that belongs to another order. The refusal names both orders and their products. */
async function buildOtherOrderRefusal(ctx: Context, foreignRoll: FinishedRoll, order: Order): Promise<Refusal> {
  const foreignOrder = foreignRoll.workOrderId ? await ctx.rows.get(workOrder, foreignRoll.workOrderId) : order
  const productNames = await loadNames(ctx, 'product', [foreignOrder.productId, order.productId])
  return refuse('certificates:refusals.otherOrder', {
    number: foreignRoll.number,
    other: foreignOrder.number,
    otherProduct: productNames[foreignOrder.productId] ?? '',
    order: order.number,
    product: productNames[order.productId] ?? '',
  })
}
const MAX_LISTED_NUMBERS = 10
/** Formats the first numbers of a list for a sentence, with the total if there are more. */
export const formatNumberList = (numbers: readonly string[]): string =>
  numbers.slice(0, MAX_LISTED_NUMBERS).join(', ') +
  (numbers.length > MAX_LISTED_NUMBERS ? ` … (${numbers.length})` : '')
/** Finds the requested template, else the most specific one that fits the order. */
async function findTemplate(ctx: Context, order: Order, id: string | null): Promise<Template | null> {
  if (id) {
    const template = await ctx.rows.get(coaTemplate, id)
    if (!template.active || !isTemplateApplicable(template, order))
      throw refuseInput([{ path: ['templateId'], code: 'notAllowed' }])
    return template
  }
  const [bestTemplate] = await listFittingTemplates(ctx, order, null, 1)
  return bestTemplate ? ctx.rows.get(coaTemplate, bestTemplate.id) : null
}
async function findOrderStandard(ctx: Context, order: Order): Promise<ProductLimits> {
  const [productLimits] = await loadProductLimits(ctx, [buildLimitsQuery(ctx, order)])
  if (!productLimits) {
    const { code } = await ctx.rows.get(product, order.productId)
    throw refuse('certificates:refusals.noStandard', { product: code })
  }
  return productLimits
}
function selectIndexLimits(standard: ProductLimits, template: Template | null): readonly IndexLimits[] {
  if (!template?.indexes.length) return standard.limits.filter(({ onCertificate }) => onCertificate)
  return template.indexes.flatMap(({ indexId }) => standard.limits.find((limits) => limits.indexId === indexId) ?? [])
}

/** Builds the head of the certificate: company, customer, product and specification. */
async function buildHead(ctx: Context, order: Order, template: Template | null, rolls: readonly FinishedRoll[]) {
  const woundOrderIds = [...new Set(rolls.map(({ woundFor }) => woundFor))]
  const [productRow, customerRow, erpOrderRow, remarks, woundOrders] = await Promise.all([
    ctx.rows.get(product, order.productId),
    order.customerId ? ctx.rows.get(customer, order.customerId) : null,
    order.erpOrderId ? ctx.rows.get(erpOrder, order.erpOrderId) : null,
    template?.remarks.length ? ctx.rows.find(coaRemark, { where: { id: template.remarks }, limit: 20 }) : [],
    ctx.rows.find(workOrder, { where: { id: woundOrderIds }, orderBy: 'batch', limit: woundOrderIds.length }),
  ])
  const dimensions = [
    `${order.gsm ?? productRow.gsm} g/m²`,
    formatWidths(rolls) || (order.widthMm ? `${order.widthMm} mm` : ''),
    order.rollLengthM ? `${order.rollLengthM} m` : '',
  ].filter(Boolean)
  const colour = order.colour ?? productRow.colour
  const [translation] = colour ? await ctx.rows.find(coaTranslation, { where: { term: colour }, limit: 1 }) : []
  // The English colour of the product does not describe an order with a colour of its own.
  const englishColour = translation?.english ?? (order.colour ? null : productRow.colourEn) ?? colour
  const formatSpecification = (colourName: string | null) =>
    [dimensions.join(' × '), colourName].filter(Boolean).join(' ')
  return {
    workOrderId: order.id,
    customerId: order.customerId,
    productId: order.productId,
    orderNumber: order.number,
    batch: woundOrders.map(({ batch }) => batch).join(', '),
    purchaseOrder: erpOrderRow?.purchaseOrder ?? null,
    company: template?.company ?? null,
    companyEn: template?.companyEn ?? null,
    address: template?.address ?? null,
    customer: customerRow?.name ?? null,
    customerEn: customerRow?.nameEn ?? null,
    product: formatCodeAndName(product, productRow, 'zh'),
    productEn: productRow.nameEn ? formatCodeAndName(product, productRow, 'en') : null,
    specification: formatSpecification(colour),
    specificationEn: formatSpecification(englishColour),
    sampling: template?.sampling ?? null,
    samplingEn: template?.samplingEn ?? null,
    showRolls: template?.showRolls ?? true,
    remarks: remarks.map(({ text, textEn }) => ({ text, textEn })),
  }
}
/** Formats the widths: `260 mm`, `175 / 195 / 260 mm`; empty if none is known. */
function formatWidths(rolls: readonly FinishedRoll[]): string {
  const widths = [...new Set(rolls.flatMap(({ widthMm }) => widthMm ?? []))].sort((a, b) => a - b)
  return widths.length > 0 ? `${widths.join(' / ')} mm` : ''
}
function buildRollFields(rolls: readonly FinishedRoll[]) {
  const productionDays = rolls.map(({ madeOn }) => madeOn).sort()
  return {
    rolls: rolls.map(({ id, number, widthMm, lengthM, kg, madeOn, grade }) => ({
      id,
      number,
      widthMm,
      lengthM,
      kg,
      madeOn,
      grade,
    })),
    rollCount: rolls.length,
    quantityKg: Math.round(rolls.reduce((sum, { kg }) => sum + (kg ?? 0), 0) * 1000) / 1000,
    madeFrom: productionDays[0] ?? null,
    madeTo: productionDays.at(-1) ?? null,
  }
}
/** Returns the cited test batches and the first and last day of testing. */
async function summarizeTests(ctx: Context, results: readonly RollResult[]) {
  const batchIds = [...new Set(results.map(({ batchId }) => batchId))].sort()
  const testDays = (await loadTestedDays(ctx, batchIds)).sort()
  return { batchIds, testedFrom: testDays[0] ?? null, testedTo: testDays.at(-1) ?? null }
}
async function loadTestedDays(ctx: Context, batchIds: readonly string[]): Promise<string[]> {
  if (batchIds.length === 0) return []
  const rows = await ctx.rows.find(testBatch, { where: { id: batchIds }, limit: 500 })
  return rows.map(({ testedAt }) => toPlantDay(ctx, testedAt))
}
