import i18next from 'i18next'
import { recordTrouble } from '../ui/trouble'
import { notifyFailure } from './notify'
import { readyPhone, type CodeHit } from './phone'

export type Hit = Pick<CodeHit, 'resource' | 'id' | 'label'>
type AskServer = (code: string) => Promise<readonly Hit[]>

/**
 * The row of one of these resources that a code stands for: as this phone knows it, else as the server does, if it is to be
 * asked. Null when it is unknown.
 * @throws what kept the phone or the server from being asked: whether the code is known, nobody can say then
 */
export async function rowOfCode(code: string, of: readonly string[], askServer?: AskServer): Promise<Hit | null> {
  const firstOf = (hits: readonly Hit[]) =>
    of.map((resource) => hits.find((hit) => hit.resource === resource)).find(Boolean) ?? null
  const onPhone = readyPhone().then(async (store) => firstOf(await store.findCode(code)))
  if (!askServer) return onPhone
  const known = await onPhone.catch((error: unknown) => {
    recordTrouble('code not looked up on this phone', error)
    return null
  })
  return known ?? firstOf(await askServer(code))
}

/** The same for a scan that a person just made: what is unknown, or could not be looked up, is told. */
export async function scannedRow(
  code: string,
  of: readonly string[],
  { unknown, askServer }: { unknown: string; askServer?: AskServer },
): Promise<Hit | null> {
  try {
    const hit = await rowOfCode(code, of, askServer)
    if (!hit) notifyFailure(unknown)
    return hit
  } catch (error) {
    recordTrouble('code not looked up', error)
    notifyFailure(i18next.t('client:shell.scan.notLookedUp', { code }))
    return null
  }
}
