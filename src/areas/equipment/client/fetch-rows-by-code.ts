import { callEndpoint } from '@/client/api/call-endpoint'
import { equipmentByCode } from '../contract/equipment-endpoints'

/** Timeout in ms: nobody holds a phone to a label for longer. */
const TIMEOUT_MS = 5000

/** Fetches the rows behind a code that this phone does not know: machines, check points, spare parts and meters. */
export async function fetchRowsByCode(code: string): Promise<{ resource: string; id: string; label: string }[]> {
  const answer = await callEndpoint(equipmentByCode, { text: code }, { quiet: true, timeoutMs: TIMEOUT_MS })
  const firstRows =
    answer.resource && answer.id
      ? [{ resource: answer.resource, id: answer.id, label: answer.label ?? answer.code }]
      : []
  return [...firstRows, ...answer.others]
}
