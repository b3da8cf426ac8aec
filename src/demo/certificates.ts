/** Certificates of recently finished orders, computed by the product's own rules from the test data. */
import { randomBytes } from 'node:crypto'
import { user } from '@/areas/access/contract/user'
import { certificate, certificateAnnex } from '@/areas/certificates/contract/certificate'
import { computeCertificate } from '@/areas/certificates/server/compute-certificate'
import { listCertifiableOrders } from '@/areas/certificates/server/list-certifiable-orders'
import { DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { takeNextNumber } from '@/server/crud/number-series'
import type { Era } from './era'
import { eraOfDemo } from './mark'
import { both } from './said'

/** Orders that are examined, and certificates that are created from them. */
const LOOKED = 60
const MADE = 14
/** Certificates of orders with gaps, released with the customer's consent. */
const CONCEDED = 2

/** Creates certificates for recently finished orders; all but the newest are issued. */
export async function certifyDemo(ctx: Context): Promise<void> {
  const people = await ctx.rows.find(user, { where: { userName: ['quality-lead', 'manager'] }, limit: 2 })
  const [author, approver] = ['quality-lead', 'manager'].map((name) => people.find((one) => one.userName === name))
  if (!author || !approver) return
  const era = await eraOfDemo(ctx)
  const { list } = await listCertifiableOrders(ctx, { size: LOOKED })
  const tested = list.filter(({ gaps }) => gaps.every(({ judgement }) => judgement !== 'missing'))
  const whole = tested.filter((order) => order.ready).slice(0, MADE - CONCEDED)
  const short = tested.filter((order) => !order.ready).slice(0, CONCEDED)
  const chosen = [...whole, ...short].reverse()
  for (const [i, order] of chosen.entries())
    await certify(ctx, order.id, {
      at: ctx.now.getTime() - (chosen.length - i) * (DAY_MS / 2),
      // The newest certificate waits for approval.
      issued: i < chosen.length - 1,
      author,
      approver,
      era,
    })
}

interface Signed {
  readonly id: string
  readonly accountName: string
}
async function certify(
  ctx: Context,
  workOrderId: string,
  { at, issued, author, approver, era }: { at: number; issued: boolean; author: Signed; approver: Signed; era: Era },
): Promise<void> {
  const { gaps, held, rolls, leftOut: _, standing: _s, ...said } = await computeCertificate(ctx, { workOrderId })
  if (held) return
  const year = toPlantDay(ctx, toMoment(at)).slice(0, 4)
  const { id } = await ctx.rows.insert(certificate, {
    ...said,
    number: `COA${year}-${String(await takeNextNumber(ctx, `certificate:${year}`)).padStart(5, '0')}`,
    state: issued ? 'issued' : 'inApproval',
    concession:
      gaps.length > 0
        ? era.say(both('客户已书面同意让步接收', 'The customer agreed to the concession in writing'))
        : null,
    approverId: approver.id,
    draftedBy: author.id,
    draftedName: author.accountName,
    draftedAt: toMoment(at),
    ...(issued ? { issuedBy: approver.id, issuedName: approver.accountName, issuedAt: toMoment(at + HOUR_MS) } : {}),
  })
  await ctx.rows.insert(certificateAnnex, {
    certificateId: id,
    rolls,
    verifyCode: randomBytes(16).toString('base64url'),
  })
}
