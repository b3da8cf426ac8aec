import i18next from 'i18next'
import { recordTrouble } from '../ui/trouble'
import { notifyFailure } from './notify'
import { waitForPhoneStore, type CodeHit } from './phone'

export type Hit = Pick<CodeHit, 'resource' | 'id' | 'label'>
type AskServer = (code: string) => Promise<readonly Hit[]>

/**
 * Finds the row of one of these resources for a code: on this phone, else on the server if `askServer` is given.
 * Returns null if unknown.
 * @throws the error that prevented the lookup, so that an unknown code and a failed lookup can be distinguished
 */
export async function findRowByCode(
  code: string,
  resources: readonly string[],
  askServer?: AskServer,
): Promise<Hit | null> {
  const pickHit = (hits: readonly Hit[]) =>
    resources.map((resource) => hits.find((hit) => hit.resource === resource)).find(Boolean) ?? null
  const phoneLookup = waitForPhoneStore().then(async (store) => pickHit(await store.findRowsByCode(code)))
  if (!askServer) return phoneLookup
  const localHit = await phoneLookup.catch((error: unknown) => {
    recordTrouble('code not looked up on this phone', error)
    return null
  })
  return localHit ?? pickHit(await askServer(code))
}

interface CodeLookup {
  /** Message for an unknown code. */
  unknownMessage: string
  askServer?: AskServer
}
/**
 * Finds the row of a scanned or typed code, like `findRowByCode`. Returns the row, or the reason as a message for the
 * person.
 */
export async function findRowOrReason(
  code: string,
  resources: readonly string[],
  { unknownMessage, askServer }: CodeLookup,
): Promise<{ hit: Hit; reason?: never } | { hit?: never; reason: string }> {
  try {
    const hit = await findRowByCode(code, resources, askServer)
    return hit ? { hit } : { reason: unknownMessage }
  } catch (error) {
    recordTrouble('code not looked up', error)
    return { reason: i18next.t('client:shell.scan.notLookedUp', { code }) }
  }
}
/** Shows why a code was not accepted, when no scanner is open to display it. */
export const notifyRefusal = (refusal: string | null | void): void => {
  if (refusal) notifyFailure(refusal)
}
