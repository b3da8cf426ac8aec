/** Set-up of the laboratory's story: a new order with rolls of three shifts, and the laboratory's file about them. */
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { writeWorksheet } from '@/server/excel/write-worksheet'
import { Api } from './app'
import { furnishMill, LENGTH_M, type Mill } from './kilogram-plant'
import { clockAhead, type RealServer } from './server'

interface Row {
  id: string
  version: number
}
export interface Roll extends Row {
  number: string
  productId: string
  doffedAt: string
}
interface SlitRoll extends Row {
  number: string
}
export interface Lab {
  mill: Mill
  productId: string
  /** Basis weight, and the strength whose values the laboratory delivers late. */
  index: { gsm: string; strength: string }
}
/** Three rolls a shift; a shift of the demonstration plant lasts twelve hours. */
export const ROLLS_A_SHIFT = 3
const SHIFT_MS = 12 * 3_600_000
/** Three lanes of 1,000 mm from a web of 3,200 mm. */
export const LANES = 3
export const GSM = { lsl: 14.2, target: 15, usl: 15.8 } as const
export const INDEX_NAMES = {
  gsm: { zh: '单位面积克重', en: 'Mass per area' },
  strength: { zh: '拉断强力', en: 'Breaking force' },
} as const

/** A mill with a running order, and a product standard with two indexes that its certificates must show. */
export async function furnishLaboratory(server: RealServer): Promise<Lab> {
  const mill = await furnishMill(server)
  const [lead, quality, manager] = (await Promise.all(
    ['prod-lead', 'quality-lead', 'manager'].map((name) => Api.signIn(server, name)),
  )) as [Api, Api, Api]
  const { productId } = await lead.call<{ productId: string }>('GET', '/production/work_order', { id: mill.order.id })
  const index = async (code: string, { zh, en }: { zh: string; en: string }, unit: string) =>
    (await quality.call<Row>('POST', '/plant/test_index', { code, name: zh, nameEn: en, unit, digits: 1 })).id
  const gsm = await index('QS-GSM', INDEX_NAMES.gsm, 'g/m²')
  const strength = await index('QS-BF', INDEX_NAMES.strength, 'N/50mm')
  const draft = await quality.call<Row>('POST', '/craft/standard', {
    code: 'QS-PD',
    productId,
    indexes: [
      { indexId: gsm, ...GSM, samplesPerRoll: 3 },
      { indexId: strength, lsl: 24 },
    ],
  })
  const sent = await quality.call<Row>('POST', '/craft/ps_audit', {
    id: draft.id,
    version: draft.version,
    approvers: [manager.userId],
  })
  await manager.call('POST', '/craft/ps_ratify', { id: sent.id, version: sent.version, decision: 'approved' })
  const order = await lead.call<Row>('GET', '/production/work_order', { id: mill.order.id })
  await lead.call('POST', '/jumbo_first/add_work_order', {
    id: order.id,
    version: order.version,
    lineId: mill.line.id,
  })
  return { mill, productId, index: { gsm, strength } }
}

/** Doffs the rolls of one shift. */
export async function doffRollsOfShift(server: RealServer, { mill }: Lab): Promise<Roll[]> {
  const winder = await Api.signIn(server, 'prod-lead')
  const rolls: Roll[] = []
  for (let n = 0; n < ROLLS_A_SHIFT; n++)
    rolls.push(
      await winder.call<Roll>('POST', '/jumbo_second/doff_team', {
        workOrderId: mill.order.id,
        lineId: mill.line.id,
        lengthM: LENGTH_M,
        grossKg: 490,
        coreKg: 10,
      }),
    )
  return rolls
}
/** Kills the server and restarts it one shift later. */
export async function restartNextShift(server: RealServer, shifts: number): Promise<void> {
  await server.kill()
  await server.restart(clockAhead(shifts * SHIFT_MS))
}

/** Slits a jumbo and weighs each slit roll. */
export async function slitJumbo(server: RealServer, { mill }: Lab, jumbo: Roll): Promise<SlitRoll[]> {
  const hands = await Api.signIn(server, 'prod-lead')
  const cutting = await hands.call<Row>('POST', '/production/jr_cutting', {
    jumboRollId: jumbo.id,
    slitterId: mill.slitter.id,
    lanes: [{ width: 1000, count: LANES, workOrderId: null }],
    lengthM: LENGTH_M,
  })
  await hands.call('POST', '/cut_first/doff', {
    cuttingId: cutting.id,
    weights: Array.from({ length: LANES }, (_, lane) => ({ lane: lane + 1, kg: 150 })),
  })
  await hands.call('POST', '/rolls/cutting_finish', { id: cutting.id, trimKg: 30, wasteKg: 0 })
  const { list } = await hands.call<{ list: SlitRoll[] }>('GET', '/rolls/slit_roll', {
    jumboRollId: jumbo.id,
    sort: 'number',
  })
  if (list.length !== LANES) throw new Error(`${list.length} slit rolls of ${jumbo.number}`)
  return list
}

/** Column headings of the laboratory's old program; no reader can guess their meaning. */
export const HEADINGS = ['Reel', 'Bal 1', 'Bal 2', 'Bal 3', 'Puller'] as const
export interface Tested {
  readonly roll: string
  /** Mean basis weights of three samples; null: not measured. */
  readonly gsm: number | null
  readonly strength?: number
}
export async function buildLaboratoryFile(file: string, rows: readonly Tested[]): Promise<string> {
  const sheet = writeWorksheet({
    columns: HEADINGS.map((header, n) =>
      n === 0 ? { header, kind: 'text' as const } : { header, kind: 'amount' as const, digits: 1 },
    ),
    rows: rows.map(({ roll, gsm, strength }) => [
      roll,
      ...[-0.1, 0, 0.1].map((by) => (gsm === null ? null : Number((gsm + by).toFixed(1)))),
      strength ?? null,
    ]),
    sheetName: 'LIMS',
    timeZone: 'Asia/Shanghai',
  })
  await writeFile(file, await buffer(sheet))
  return file
}
