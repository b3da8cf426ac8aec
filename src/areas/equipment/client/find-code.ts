import { callEndpoint } from '@/client/api/call-endpoint'
import { equipmentByCode } from '../contract/equipment-calls'

/** Longer than this nobody holds a phone to a label, ms. */
const PATIENCE = 5000

/** Asks the server what a code stands for: machines, check points, spare parts and meters that this phone does not know. */
export async function findCode(code: string): Promise<{ resource: string; id: string; label: string }[]> {
  const answer = await callEndpoint(equipmentByCode, { text: code }, { quiet: true, timeout: PATIENCE })
  const first =
    answer.resource && answer.id
      ? [{ resource: answer.resource, id: answer.id, label: answer.label ?? answer.code }]
      : []
  return [...first, ...answer.others]
}
