import { callEndpoint } from '@/client/api/call-endpoint'
import { equipmentByCode } from '../contract/equipment-endpoints'

/** People hold a phone to a label for a few seconds only. */
const TIMEOUT_MS = 5000

/** Asks the server for the rows with a code that this phone has not stored: machines, check points, parts, meters. */
export async function fetchRowsByCode(code: string): Promise<{ resource: string; id: string; label: string }[]> {
  const answer = await callEndpoint(equipmentByCode, { text: code }, { quiet: true, timeoutMs: TIMEOUT_MS })
  const bestMatches =
    answer.resource && answer.id
      ? [{ resource: answer.resource, id: answer.id, label: answer.label ?? answer.code }]
      : []
  return [...bestMatches, ...answer.others]
}
