/** Plants with a directory of people beside them, and people who come back from it. */
import { directoryBegin } from '@/areas/access/contract/directory'
import { beginFactor, confirmFactor } from '@/areas/access/contract/second-factor'
import { calculateHotpCode, decodeBase32, TIME_STEP_S } from '@/areas/access/server/totp'
import type { DirectorySettings } from '@/server/directory-settings'
import { PASSWORD, type TestPlant } from '../harness'
import { CLIENT, type TestDirectory } from './directory-provider'

export const directorySettings = (
  directory: Pick<TestDirectory, 'issuer'>,
  more: Partial<DirectorySettings> = {},
): DirectorySettings => ({
  issuer: directory.issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  name: '集团账号',
  publicUrl: 'http://plant.test',
  nameClaim: 'preferred_username',
  groupsClaim: 'groups',
  roles: [],
  ...more,
})

/** The browser's way to the directory and back: what the plant's login page sends next. */
export async function visitDirectory(plant: TestPlant, directory: TestDirectory, subject: string) {
  const begun = await plant.stranger.call(directoryBegin, {})
  const back = await directory.visit(begun.data.url, subject)
  return { flow: begun.data.flow, state: back.searchParams.get('state')!, grant: back.searchParams.get('code')! }
}

/** The account is already linked to the directory's person, as after an earlier sign-in. */
export async function linkAccount(plant: TestPlant, issuer: string, subject: string, userName: string): Promise<void> {
  await plant.query(
    `insert into directory_link (site_id, issuer, subject, user_id, since)
     select site_id, $1, $2, id, now() from app_user where user_name = $3`,
    [issuer, subject, userName],
  )
}

/** Sets up a second factor. @returns what its authenticator shows at the plant's time */
export async function enrolFactor(plant: TestPlant, userName: string): Promise<() => string> {
  const person = await plant.as(userName)
  const { secret } = (await person.call(beginFactor, { password: PASSWORD })).data as { secret: string }
  const show = () =>
    calculateHotpCode(decodeBase32(secret), Math.floor(plant.clock.now().getTime() / 1000 / TIME_STEP_S))
  await person.call(confirmFactor, { code: show() })
  return show
}
