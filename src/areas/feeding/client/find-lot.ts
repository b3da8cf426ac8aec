import { call } from '@/client/api/call'
import { phone } from '@/client/api/phone'
import { session } from '@/client/session/session'
import { mayCall } from '@/contract/endpoint'
import { normaliseCode } from '@/plant/rules/code'
import { parseLabel } from '@/plant/rules/label'
import { materialLot } from '../contract/material'

/** Longer than this nobody holds a phone to a label, ms. */
const PATIENCE = 5000
export interface Hit {
  resource: string
  id: string
  label: string
}

/** Asks the server for the lot of a code that this phone does not know: one that came in or was released just now. */
export async function findLot(text: string): Promise<Hit[]> {
  const scan = parseLabel(text)
  if (scan.kind !== 'lot' && scan.kind !== 'unknown') return []
  const { isSup, buttons } = session()
  if (!mayCall(materialLot.endpoints.list.access, { isSup, keys: new Set(buttons) })) return []
  const { list } = await call(
    materialLot.endpoints.list,
    { keyword: scan.code, size: 20 },
    { quiet: true, timeout: PATIENCE },
  )
  return list
    .filter((lot) => normaliseCode(lot.number) === scan.code)
    .map((lot) => ({ resource: 'materialLot', id: lot.id, label: lot.number }))
}

/** The lot, or the material, behind a code: known to this phone, else to the server. Null when neither knows it. */
export async function lotOrMaterial(
  text: string,
): Promise<{ resource: 'materialLot' | 'material'; id: string } | null> {
  const here = await phone()
    .then((store) => store.findCode(text))
    .catch(() => [])
  const known = here.find((hit) => hit.resource === 'materialLot') ?? here.find((hit) => hit.resource === 'material')
  if (known) return { resource: known.resource as 'materialLot' | 'material', id: known.id }
  const [asked] = await findLot(text).catch(() => [])
  return asked ? { resource: 'materialLot', id: asked.id } : null
}
