import { callEndpoint } from '@/client/api/call-endpoint'
import type { Hit } from '@/client/api/scanned-row'
import { getSession } from '@/client/session/session'
import { canCall } from '@/contract/endpoint'
import { normalizeCode } from '@/plant/rules/code'
import { parseLabel } from '@/plant/rules/label'
import { materialLot } from '../contract/material'

/** People hold a phone to a label for a few seconds only. */
const LOOKUP_TIMEOUT_MS = 5000

/** Asks the server for a scanned lot that this phone has not stored, e.g. a lot that has just been received or released. */
export async function findLotByCode(text: string): Promise<Hit[]> {
  const scan = parseLabel(text)
  if (scan.kind !== 'lot' && scan.kind !== 'unknown') return []
  const { isSup, buttons } = getSession()
  if (!canCall(materialLot.endpoints.list.access, { isSup, keys: new Set(buttons) })) return []
  const { list } = await callEndpoint(
    materialLot.endpoints.list,
    { keyword: scan.code, size: 20 },
    { quiet: true, timeoutMs: LOOKUP_TIMEOUT_MS },
  )
  return list
    .filter((lot) => normalizeCode(lot.number) === scan.code)
    .map((lot) => ({ resource: 'materialLot', id: lot.id, label: lot.number }))
}
