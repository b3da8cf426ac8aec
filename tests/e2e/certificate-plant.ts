/** Data of the laboratory's story: a new order with rolls of three shifts, and the laboratory's file with their test values. */
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { writeWorksheet } from '@/server/excel/write-worksheet'
import { Api } from './app'
import { furnishMill, LENGTH_M, type Mill } from './kilogram-plant'
import { getClockAheadEnv, type RealServer } from './server'

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
  /** Ids of the test indexes: basis weight, and strength, whose values the laboratory delivers late. */
  index: { gsm: string; strength: string }
}
export const ROLLS_PER_SHIFT = 3
/** A shift of the demonstration plant lasts twelve hours. */
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
  const createIndex = async (code: string, { zh, en }: { zh: string; en: string }, unit: string) =>
    (await quality.call<Row>('POST', '/plant/test_index', { code, name: zh, nameEn: en, unit, digits: 1 })).id
  const gsm = await createIndex('QS-GSM', INDEX_NAMES.gsm, 'g/m²')
  const strength = await createIndex('QS-BF', INDEX_NAMES.strength, 'N/50mm')
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
  for (let n = 0; n < ROLLS_PER_SHIFT; n++)
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
/** Kills the server and restarts it with its clock this many shifts ahead of the story's first shift. */
export async function restartShiftsLater(server: RealServer, shifts: number): Promise<void> {
  await server.kill()
  await server.restart(getClockAheadEnv(shifts * SHIFT_MS))
}

/** Slits a jumbo and weighs each slit roll. */
export async function slitJumbo(server: RealServer, { mill }: Lab, jumbo: Roll): Promise<SlitRoll[]> {
  const operator = await Api.signIn(server, 'prod-lead')
  const cutting = await operator.call<Row>('POST', '/production/jr_cutting', {
    jumboRollId: jumbo.id,
    slitterId: mill.slitter.id,
    lanes: [{ width: 1000, count: LANES, workOrderId: null }],
    lengthM: LENGTH_M,
  })
  await operator.call('POST', '/cut_first/doff', {
    cuttingId: cutting.id,
    weights: Array.from({ length: LANES }, (_, lane) => ({ lane: lane + 1, kg: 150 })),
  })
  await operator.call('POST', '/rolls/cutting_finish', { id: cutting.id, trimKg: 30, wasteKg: 0 })
  const { list } = await operator.call<{ list: SlitRoll[] }>('GET', '/rolls/slit_roll', {
    jumboRollId: jumbo.id,
    sort: 'number',
  })
  if (list.length !== LANES) throw new Error(`${list.length} slit rolls of ${jumbo.number}`)
  return list
}

/** Column headings of the laboratory's old program, which no import can assign by itself. */
export const HEADINGS = ['Reel', 'Bal 1', 'Bal 2', 'Bal 3', 'Puller'] as const
export interface TestedRoll {
  readonly roll: string
  /** Mean basis weight of three samples, g/m²; null if not measured. */
  readonly gsm: number | null
  readonly strength?: number
}
export async function buildLaboratoryFile(file: string, rows: readonly TestedRoll[]): Promise<string> {
  const sheet = writeWorksheet({
    columns: HEADINGS.map((header, n) =>
      n === 0 ? { header, kind: 'text' as const } : { header, kind: 'amount' as const, digits: 1 },
    ),
    rows: rows.map(({ roll, gsm, strength }) => [
      roll,
      ...[-0.1, 0, 0.1].map((deviation) => (gsm === null ? null : Number((gsm + deviation).toFixed(1)))),
      strength ?? null,
    ]),
    sheetName: 'LIMS',
    timeZone: 'Asia/Shanghai',
  })
  await writeFile(file, await buffer(sheet))
  return file
}
