import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { formatCodeAndName } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { toPlantDay } from '@/plant/server/plant'
import { testBatch } from '@/areas/laboratory/contract/test-batch'
import { getComparedDigits } from '@/areas/laboratory/rules/outside'
import { summaryOf, type RollResult } from '@/areas/laboratory/server/queries/results'
import { customer } from '@/areas/orders/contract/customer'
import { erpOrder } from '@/areas/orders/contract/erp-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { getOrderLimits } from '@/areas/orders/server/queries/pinned-limits'
import {
  listFinishedRolls,
  findOrderByRollNumber,
  type FinishedRoll,
} from '@/areas/rolls/server/queries/for-certificates'
import { product } from '@/areas/standards/contract/product'
import { productLimits, type IndexLimits, type LimitsFound } from '@/areas/standards/server/queries'
import { loadNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import type { certificate } from '../contract/certificate'
import type { computedCertificate } from '../contract/certificate-calls'
import { coaTemplate } from '../contract/coa-template'
import { coaRemark, coaTranslation } from '../contract/words'
import { judgeBatches } from '../rules/judgement'
import { fits } from '../rules/template'
import { batchResults } from './batches'
import { standingOf } from './standing'
import { templatesFor } from './templates'

export type CertificateRow = Row<typeof certificate>
type Order = Row<typeof workOrder>
type Template = Row<typeof coaTemplate>
type Line = CertificateRow['lines'][number]
export type Computed = EndpointOutput<typeof computedCertificate>
/** The rolls and the template that a certificate is computed for. */
export interface Chosen {
  readonly workOrderId: string
  readonly rollIds?: readonly string[] | null
  readonly templateId?: string | null
  /** Includes downgraded rolls. */
  readonly downgraded?: boolean | null
}

/** GET /quality/get_coa_res: computes the certificate by order, batch, or the number on a roll label. */
export async function computed(ctx: Context, input: EndpointInput<typeof computedCertificate>): Promise<Computed> {
  return compute(ctx, { ...input, workOrderId: await orderNamed(ctx, input) })
}
async function orderNamed(ctx: Context, input: EndpointInput<typeof computedCertificate>): Promise<string> {
  if (input.workOrderId) return input.workOrderId
  const number = input.number?.trim()
  if (number) {
    const [byNumber] = await ctx.rows.find(workOrder, { where: { number }, limit: 1 })
    const found = byNumber?.id ?? (await findOrderByRollNumber(ctx, number))
    if (found) return found
    throw new Refusal(errno.notFound, 'certificates:refusals.unknownNumber', {
      params: { number },
      issues: [{ path: ['number'], code: 'unknownId' }],
    })
  }
  const [byBatch] = input.batch ? await ctx.rows.find(workOrder, { where: { batch: input.batch }, limit: 1 }) : []
  if (byBatch) return byBatch.id
  throw refuseInput([{ path: [input.batch ? 'batch' : 'workOrderId'], code: input.batch ? 'unknownId' : 'missing' }])
}

/**
 * Computes a certificate.
 * @throws 6000 without rolls, for rolls of another order, or without an approved product standard
 */
export async function compute(ctx: Context, chosen: Chosen): Promise<Computed> {
  const order = await ctx.rows.get(workOrder, chosen.workOrderId)
  const { rolls, leftOut } = await rollsOf(ctx, order, chosen)
  const template = await templateOf(ctx, order, chosen.templateId ?? null)
  const standard = await standardOf(ctx, order)
  const asked = limitsOf(standard, template)
  // The result of a single slit roll does not apply to its neighbours.
  const slitRollIds = rolls.map(({ id }) => id)
  const [batches = []] = await batchResults(ctx, [
    {
      orderId: order.id,
      jumbos: rolls.map(({ jumboRollId, woundFor }) => ({ id: jumboRollId, woundFor })),
      slitRollIds,
      indexIds: asked.map(({ indexId }) => indexId),
    },
  ])
  const counted = batches.flat()
  const summary = await summaryOf(
    ctx,
    counted.map(({ resultId }) => resultId),
  )
  const lines = asked.map((limits): Line => {
    const { indexId, code, name, nameEn, unit, method, lsl, target, usl } = limits
    const of = batches.map((results) => results.filter((result) => result.indexId === indexId))
    const sum = summary.find((one) => one.indexId === indexId)
    return {
      indexId,
      code,
      name,
      nameEn,
      unit,
      method,
      digits: getComparedDigits(limits),
      lsl,
      target,
      usl,
      n: sum?.n ?? 0,
      rolls: sum?.rolls ?? 0,
      below: sum?.below ?? 0,
      mean: sum?.mean ?? null,
      min: sum?.min ?? null,
      max: sum?.max ?? null,
      deviation: sum?.deviation ?? null,
      judgement: judgeBatches(limits, of),
    }
  })
  const held = [...new Set(rolls.flatMap(({ holds }) => holds))]
  return {
    ...(await headOf(ctx, order, template, rolls)),
    ...rollFields(rolls),
    ...(await testedIn(ctx, counted)),
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
    held: held.length > 0 ? held.join(', ') : null,
    standing: await standingOf(ctx, { workOrderId: order.id, rollIds: slitRollIds }),
  }
}

const isDowngraded = ({ grade }: FinishedRoll): boolean => grade !== 'good'
const numbersOf = (rolls: readonly FinishedRoll[]): string[] => rolls.map(({ number }) => number)
/**
 * Selects the covered rolls and the numbers of downgraded ones left out.
 * @throws 6000 for a selected downgraded roll without `downgraded`
 */
async function rollsOf(
  ctx: Context,
  order: Order,
  chosen: Chosen,
): Promise<{ rolls: FinishedRoll[]; leftOut: string[] }> {
  const rollIds = chosen.rollIds ?? []
  const rolls = await listFinishedRolls(ctx, rollIds.length > 0 ? { rollIds } : { workOrderId: order.id })
  const stranger = rolls.find((roll) => roll.workOrderId !== order.id)
  if (stranger) throw await otherOrder(ctx, stranger, order)
  if (rolls.length === 0) throw refuse('certificates:refusals.noRolls', { order: order.number })
  if (rollIds.length > rolls.length) throw refuseInput([{ path: ['rollIds'], code: 'unknownId' }])
  if (chosen.downgraded) return { rolls, leftOut: [] }
  const worse = numbersOf(rolls.filter(isDowngraded))
  const good = rolls.filter((roll) => !isDowngraded(roll))
  if (worse.length > 0 && (rollIds.length > 0 || good.length === 0))
    throw refuse('certificates:refusals.downgraded', { numbers: named(worse) })
  return { rolls: good, leftOut: worse }
}
/** Builds the refusal that names order and product of the foreign roll and of the others. */
async function otherOrder(ctx: Context, stranger: FinishedRoll, order: Order): Promise<Refusal> {
  const its = stranger.workOrderId ? await ctx.rows.get(workOrder, stranger.workOrderId) : order
  const names = await loadNames(ctx, 'product', [its.productId, order.productId])
  return refuse('certificates:refusals.otherOrder', {
    number: stranger.number,
    other: its.number,
    otherProduct: names[its.productId] ?? '',
    order: order.number,
    product: names[order.productId] ?? '',
  })
}
const MOST_NAMED = 10
/** Formats the first numbers of a list for a sentence, with the total if there are more. */
export const named = (numbers: readonly string[]): string =>
  numbers.slice(0, MOST_NAMED).join(', ') + (numbers.length > MOST_NAMED ? ` … (${numbers.length})` : '')
/** Finds the requested template, else the most specific one that fits the order. */
async function templateOf(ctx: Context, order: Order, id: string | null): Promise<Template | null> {
  if (id) {
    const named = await ctx.rows.get(coaTemplate, id)
    if (!named.active || !fits(named, order)) throw refuseInput([{ path: ['templateId'], code: 'notAllowed' }])
    return named
  }
  const [first] = await templatesFor(ctx, order, null, 1)
  return first ? ctx.rows.get(coaTemplate, first.id) : null
}
async function standardOf(ctx: Context, order: Order): Promise<LimitsFound> {
  const [found] = await productLimits(ctx, [getOrderLimits(ctx, order)])
  if (!found) {
    const { code } = await ctx.rows.get(product, order.productId)
    throw refuse('certificates:refusals.noStandard', { product: code })
  }
  return found
}
function limitsOf(standard: LimitsFound, template: Template | null): readonly IndexLimits[] {
  if (!template?.indexes.length) return standard.limits.filter(({ onCertificate }) => onCertificate)
  return template.indexes.flatMap(({ indexId }) => standard.limits.find((one) => one.indexId === indexId) ?? [])
}

/** Builds the head of the certificate: company, customer, product and specification. */
async function headOf(ctx: Context, order: Order, template: Template | null, rolls: readonly FinishedRoll[]) {
  const wound = [...new Set(rolls.map(({ woundFor }) => woundFor))]
  const [made, buyer, line, remarks, batches] = await Promise.all([
    ctx.rows.get(product, order.productId),
    order.customerId ? ctx.rows.get(customer, order.customerId) : null,
    order.erpOrderId ? ctx.rows.get(erpOrder, order.erpOrderId) : null,
    template?.remarks.length ? ctx.rows.find(coaRemark, { where: { id: template.remarks }, limit: 20 }) : [],
    ctx.rows.find(workOrder, { where: { id: wound }, orderBy: 'batch', limit: wound.length }),
  ])
  const size = [
    `${order.gsm ?? made.gsm} g/m²`,
    widthsOf(rolls) || (order.widthMm ? `${order.widthMm} mm` : ''),
    order.rollLengthM ? `${order.rollLengthM} m` : '',
  ].filter(Boolean)
  const colour = order.colour ?? made.colour
  const [word] = colour ? await ctx.rows.find(coaTranslation, { where: { term: colour }, limit: 1 }) : []
  const english = word?.english ?? (order.colour ? null : made.colourEn) ?? colour
  const spec = (named: string | null) => [size.join(' × '), named].filter(Boolean).join(' ')
  return {
    workOrderId: order.id,
    customerId: order.customerId,
    productId: order.productId,
    orderNumber: order.number,
    batch: batches.map(({ batch }) => batch).join(', '),
    purchaseOrder: line?.purchaseOrder ?? null,
    company: template?.company ?? null,
    companyEn: template?.companyEn ?? null,
    address: template?.address ?? null,
    customer: buyer?.name ?? null,
    customerEn: buyer?.nameEn ?? null,
    product: formatCodeAndName(product, made, 'zh'),
    productEn: made.nameEn ? formatCodeAndName(product, made, 'en') : null,
    specification: spec(colour),
    specificationEn: spec(english),
    sampling: template?.sampling ?? null,
    samplingEn: template?.samplingEn ?? null,
    showRolls: template?.showRolls ?? true,
    remarks: remarks.map(({ text, textEn }) => ({ text, textEn })),
  }
}
/** Formats the widths: `260 mm`, `175 / 195 / 260 mm`; empty if none is known. */
function widthsOf(rolls: readonly FinishedRoll[]): string {
  const widths = [...new Set(rolls.flatMap(({ widthMm }) => widthMm ?? []))].sort((a, b) => a - b)
  return widths.length > 0 ? `${widths.join(' / ')} mm` : ''
}
function rollFields(rolls: readonly FinishedRoll[]) {
  const days = rolls.map(({ madeOn }) => madeOn).sort()
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
    madeFrom: days[0] ?? null,
    madeTo: days.at(-1) ?? null,
  }
}
/** Returns the cited test batches and the first and last day of testing. */
async function testedIn(ctx: Context, results: readonly RollResult[]) {
  const batchIds = [...new Set(results.map(({ batchId }) => batchId))].sort()
  const days = (await testedDays(ctx, batchIds)).sort()
  return { batchIds, testedFrom: days[0] ?? null, testedTo: days.at(-1) ?? null }
}
async function testedDays(ctx: Context, batchIds: readonly string[]): Promise<string[]> {
  if (batchIds.length === 0) return []
  const rows = await ctx.rows.find(testBatch, { where: { id: batchIds }, limit: 500 })
  return rows.map(({ testedAt }) => toPlantDay(ctx, testedAt))
}
