/** Certificates of recently finished orders, computed from the test data by the server's rules. */
import { randomBytes } from 'node:crypto'
import { user } from '@/areas/access/contract/user'
import { certificate, certificateAnnex } from '@/areas/certificates/contract/certificate'
import { computeCertificate } from '@/areas/certificates/server/compute-certificate'
import { listCertifiableOrders } from '@/areas/certificates/server/list-certifiable-orders'
import { DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { takeNextNumber } from '@/server/crud/number-series'
import type { DemoEra } from './demo-era'
import { loadDemoEra } from './demo-record'
import { toBilingualText } from './bilingual-text'

/** Maximum number of orders that are examined. */
const MAX_ORDERS = 60
/** Number of certificates that are created from these orders. */
const CERTIFICATE_COUNT = 14
/** Number of certificates of orders with gaps, which the customers accepted under concession. */
const CONCESSION_COUNT = 2

/** Creates certificates for recently finished orders; all but the newest are issued. */
export async function issueDemoCertificates(ctx: Context): Promise<void> {
  const people = await ctx.rows.find(user, { where: { userName: ['quality-lead', 'manager'] }, limit: 2 })
  const [author, approver] = ['quality-lead', 'manager'].map((name) => people.find(({ userName }) => userName === name))
  if (!author || !approver) return
  const era = await loadDemoEra(ctx)
  const { list } = await listCertifiableOrders(ctx, { size: MAX_ORDERS })
  const testedOrders = list.filter(({ gaps }) => gaps.every(({ judgement }) => judgement !== 'missing'))
  const completeOrders = testedOrders.filter((order) => order.ready).slice(0, CERTIFICATE_COUNT - CONCESSION_COUNT)
  const ordersWithGaps = testedOrders.filter((order) => !order.ready).slice(0, CONCESSION_COUNT)
  const chosenOrders = [...completeOrders, ...ordersWithGaps].reverse()
  for (const [i, order] of chosenOrders.entries())
    await addCertificate(ctx, order.id, {
      draftedMs: ctx.now.getTime() - (chosenOrders.length - i) * (DAY_MS / 2),
      // The newest certificate waits for approval.
      isIssued: i < chosenOrders.length - 1,
      author,
      approver,
      era,
    })
}

interface Signatory {
  readonly id: string
  readonly accountName: string
}
async function addCertificate(
  ctx: Context,
  workOrderId: string,
  {
    draftedMs,
    isIssued,
    author,
    approver,
    era,
  }: { draftedMs: number; isIssued: boolean; author: Signatory; approver: Signatory; era: DemoEra },
): Promise<void> {
  const {
    gaps,
    held: holdNumbers,
    rolls,
    leftOut: _leftOut,
    standing: _standing,
    ...certificateFields
  } = await computeCertificate(ctx, { workOrderId })
  if (holdNumbers) return
  const year = toPlantDay(ctx, toMoment(draftedMs)).slice(0, 4)
  const { id } = await ctx.rows.insert(certificate, {
    ...certificateFields,
    number: `COA${year}-${String(await takeNextNumber(ctx, `certificate:${year}`)).padStart(5, '0')}`,
    state: isIssued ? 'issued' : 'inApproval',
    concession:
      gaps.length > 0
        ? era.localize(toBilingualText('客户已书面同意让步接收', 'The customer agreed to the concession in writing'))
        : null,
    approverId: approver.id,
    draftedBy: author.id,
    draftedName: author.accountName,
    draftedAt: toMoment(draftedMs),
    ...(isIssued
      ? { issuedBy: approver.id, issuedName: approver.accountName, issuedAt: toMoment(draftedMs + HOUR_MS) }
      : {}),
  })
  await ctx.rows.insert(certificateAnnex, {
    certificateId: id,
    rolls,
    verifyCode: randomBytes(16).toString('base64url'),
  })
}
