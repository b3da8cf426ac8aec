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

interface Asked {
  /** What is said of a code that nobody knows. */
  unknown: string
  askServer?: AskServer
}
/** The same for a code that a person just scanned or typed: the row, or why there is none, in words for who entered it. */
export async function rowOrWhy(
  code: string,
  of: readonly string[],
  { unknown, askServer }: Asked,
): Promise<{ hit: Hit; why?: never } | { hit?: never; why: string }> {
  try {
    const hit = await rowOfCode(code, of, askServer)
    return hit ? { hit } : { why: unknown }
  } catch (error) {
    recordTrouble('code not looked up', error)
    return { why: i18next.t('client:shell.scan.notLookedUp', { code }) }
  }
}
/** Tells why a code was not taken, where no scanner stands open to say it. */
export const tellRefused = (why: string | null | void): void => {
  if (why) notifyFailure(why)
}
