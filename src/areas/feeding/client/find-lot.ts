import { callEndpoint } from '@/client/api/call-endpoint'
import type { Hit } from '@/client/api/scanned-row'
import { getSession } from '@/client/session/session'
import { canCall } from '@/contract/endpoint'
import { normalizeCode } from '@/plant/rules/code'
import { parseLabel } from '@/plant/rules/label'
import { materialLot } from '../contract/material'

/** Longer than this nobody holds a phone to a label, ms. */
const PATIENCE = 5000

/** Asks the server for the lot of a code that this phone does not know: one that came in or was released just now. */
export async function findLot(text: string): Promise<Hit[]> {
  const scan = parseLabel(text)
  if (scan.kind !== 'lot' && scan.kind !== 'unknown') return []
  const { isSup, buttons } = getSession()
  if (!canCall(materialLot.endpoints.list.access, { isSup, keys: new Set(buttons) })) return []
  const { list } = await callEndpoint(
    materialLot.endpoints.list,
    { keyword: scan.code, size: 20 },
    { quiet: true, timeout: PATIENCE },
  )
  return list
    .filter((lot) => normalizeCode(lot.number) === scan.code)
    .map((lot) => ({ resource: 'materialLot', id: lot.id, label: lot.number }))
}
