import type { Preview } from '@/offline/overlay'
import { webKg } from '../../rules/dimensions'
import { decideJumbo } from '../../rules/jumbo-roll'
import { gradeOf } from '../../rules/order-figures'
import type { Downgrade } from '../../rules/slit-roll'
import { withinLength } from '../../rules/winding'

type Fields = Record<string, unknown>
type Op = Parameters<Preview>[2]
const momentOf = (body: Fields, op: Op): unknown => body['occurredAt'] ?? op.occurredAt
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
/** What a new roll has before anything is said of it; the number and the shift follow from the server. */
const emptyRoll: Fields = {
  version: 1,
  number: null,
  productId: null,
  gsm: null,
  widthMm: null,
  lengthM: null,
  speed: null,
  splices: 0,
  defects: [],
  images: [],
  note: null,
  doffedAt: null,
  businessDate: null,
  shift: null,
  team: null,
  grossKg: null,
  coreKg: null,
  weighedBy: 'typed',
  netKg: null,
  expectedKg: null,
  weightUnusual: false,
  grade: 'good',
  downgrades: [],
  leftM: null,
  lots: [],
  unknownKg: null,
  labels: 0,
  reason: null,
}
const windNames = ['widthMm', 'lengthM', 'speed', 'splices', 'defects', 'images', 'note'] as const
/** A command takes nothing away of what was said before. */
const said = (body: Fields): Fields =>
  Object.fromEntries(
    windNames.flatMap((name) => {
      const value = body[name]
      return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
        ? []
        : [[name, value]]
    }),
  )
const stamps = (op: Op): Fields => ({
  createdAt: op.occurredAt,
  updatedAt: op.occurredAt,
  createdBy: op.userId,
  userId: op.userId,
})
const expected = (row: Fields): number | null => {
  const [gsm, width, length] = [numberOf(row['gsm']), numberOf(row['widthMm']), numberOf(row['lengthM'])]
  return gsm && width && length ? Math.round(webKg(gsm, width, length) * 1000) / 1000 : null
}
const net = (body: Fields, row: Fields): number | null => {
  const gross = numberOf(body['grossKg'])
  return gross === null
    ? numberOf(row['netKg'])
    : Math.round((gross - (numberOf(body['coreKg']) ?? numberOf(row['coreKg']) ?? 0)) * 1000) / 1000
}

const wound: Preview = (row, body, op) => {
  if (row) return null
  return {
    ...emptyRoll,
    ...stamps(op),
    workOrderId: body['workOrderId'],
    lineId: body['lineId'],
    ...said(body),
    state: 'winding',
    startedAt: momentOf(body, op),
  }
}
const doffed: Preview = (row, body, op) => {
  const decision = decideJumbo(row ? String(row['state']) : null, 'doff', body)
  if (!decision.ok) return null
  const before = row ?? { ...emptyRoll, ...stamps(op), startedAt: body['startedAt'] ?? momentOf(body, op) }
  const after: Fields = {
    ...before,
    ...said(body),
    workOrderId: body['workOrderId'],
    lineId: body['lineId'],
    state: decision.to,
    doffedAt: momentOf(body, op),
    userId: op.userId,
    leftM: body['lengthM'],
  }
  const marked = (after['defects'] ?? []) as { fromM: number; toM: number }[]
  return {
    ...after,
    defects: withinLength(marked, Number(body['lengthM'])),
    expectedKg: expected(after),
    netKg: net(body, after),
    ...(body['grossKg'] ? { grossKg: body['grossKg'], coreKg: body['coreKg'] ?? null } : {}),
  }
}
const edited: Preview = (row, body) => {
  if (!row) return null
  const fields = Object.fromEntries(
    windNames.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  )
  const after: Fields = { ...row, ...fields }
  return row['state'] === 'winding'
    ? after
    : { ...after, expectedKg: expected(after), leftM: row['state'] === 'uncut' ? after['lengthM'] : after['leftM'] }
}
const weighed: Preview = (row, body) =>
  row
    ? {
        ...row,
        grossKg: body['grossKg'],
        coreKg: body['coreKg'] ?? row['coreKg'],
        weighedBy: body['weighedBy'] ?? 'typed',
        netKg: net(body, row),
      }
    : null
const downgraded: Preview = (row, body) => {
  if (!row) return null
  const downgrades = (body['downgrades'] ?? []) as Downgrade[]
  return { ...row, downgrades, grade: gradeOf(downgrades, numberOf(row['lengthM']) ?? 0) }
}
const removed: Preview = (row, body) => {
  const decision = row ? decideJumbo(String(row['state']), 'remove', body) : null
  return row && decision?.ok ? { ...row, state: decision.to, reason: body['reason'] } : null
}

const turned =
  (machine: 'winder' | 'slitter'): Preview =>
  (row, body, op) => {
    if (body['action'] === 'off') return row ? { ...row, offAt: momentOf(body, op) } : null
    const { action: _action, occurredAt: _at, ...said } = body
    return {
      version: 1,
      ...stamps(op),
      workOrderId: null,
      speed: null,
      windingM: null,
      note: null,
      businessDate: null,
      shift: null,
      team: null,
      ...said,
      machine,
      onAt: momentOf(body, op),
      offAt: null,
    }
  }

/** What the winder's commands make of a roll, and those of winder and slitter of a run, until the server has spoken: its own life cycle, applied on the phone. */
export const winderPreviews: Readonly<Record<string, Preview>> = {
  'jumboRoll.wind': wound,
  'jumboRoll.doff': doffed,
  'jumboRoll.edit': edited,
  'jumboRoll.weigh': weighed,
  'jumboRoll.downgrade': downgraded,
  'jumboRoll.remove': removed,
  'machineRun.turnWinder': turned('winder'),
  'machineRun.turnSlitter': turned('slitter'),
}
