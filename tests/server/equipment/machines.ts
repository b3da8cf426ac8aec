/** What the tests of the ledger share: a line with machines, and sheets to upload. */
import { buffer } from 'node:stream/consumers'
import { createUuid7 } from '@/contract/id'
import { equipment } from '@/areas/equipment/contract/equipment'
import { line } from '@/plant/contract/line'
import { writeWorksheet } from '@/server/excel/write-worksheet'
import type { Caller, TestPlant } from '../harness'

export const NOW = '2026-11-20T02:00:00.000Z' // 10:00 in Shanghai
/** Rows of a list field with only what matters: the others may be left out on the wire. */
export const rows = (...given: object[]): never => given as never

let serial = 0
/** A machine of its own, on a line of its own. */
export async function newMachine(lead: Caller, more: Record<string, unknown> = {}) {
  serial += 1
  const place = await lead.call(line.endpoints.create, {
    code: `L-${serial}`,
    name: `纺粘${serial}号线`,
    kind: 'spunbond',
    inUseFrom: '2026-01-01',
  })
  if (place.errno !== '200') throw new Error(`no line: ${place.errno} ${place.errmsg}`)
  const made = await lead.call(equipment.endpoints.create, {
    code: `M-${serial}`,
    name: `计量泵${serial}`,
    lineId: place.data.id,
    ...more,
  })
  if (made.errno !== '200') throw new Error(`no machine: ${made.errno} ${made.errmsg}`)
  return made.data
}

/** An .xlsx with the given headings and rows, all as text. */
export const sheetOf = (headers: string[], ...cells: unknown[][]): Promise<Buffer> =>
  buffer(
    writeWorksheet({
      columns: headers.map((header) => ({ header, kind: 'text' as const })),
      rows: cells,
      sheetName: 'x',
      timeZone: 'Asia/Shanghai',
    }),
  )

/** One command as a phone sends it. */
export async function sync(caller: Caller, ops: { op: string; body: object; occurredAt?: string; id?: string }[]) {
  const sent = ops.map((op, seq) => ({
    id: createUuid7(Date.now()),
    userId: caller.userId,
    clientId: 'phone',
    seq,
    schemaVersion: 1,
    occurredAt: NOW,
    ...op,
  }))
  const answer = await caller.raw('POST', '/sync', { sentAt: NOW, ops: sent })
  return {
    sent,
    answers: (
      answer.data as unknown as {
        answers: { status: string; errno: string; errmsg: string; data: { id: string } | null }[]
      }
    ).answers,
  }
}

export const countOf = async (plant: TestPlant, table: string, where = 'true'): Promise<number> =>
  (await plant.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`))[0]?.n ?? 0
