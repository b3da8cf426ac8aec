/** Settings, sign-ins and second factors for tests of a plant with an identity directory (OpenID Connect). */
import { directoryBegin } from '@/areas/access/contract/directory'
import { beginFactor, confirmFactor } from '@/areas/access/contract/second-factor'
import { calculateHotpCode, decodeBase32, TIME_STEP_S } from '@/areas/access/server/totp'
import type { DirectorySettings } from '@/server/directory-settings'
import { PASSWORD, type TestPlant } from '../harness'
import { CLIENT, type TestDirectory } from './directory-provider'

export const directorySettings = (
  directory: Pick<TestDirectory, 'issuer'>,
  overrides: Partial<DirectorySettings> = {},
): DirectorySettings => ({
  issuer: directory.issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  name: '集团账号',
  publicUrl: 'http://plant.test',
  nameClaim: 'preferred_username',
  groupsClaim: 'groups',
  roles: [],
  ...overrides,
})

/** Signs in at the directory. @returns the input of `directoryLogin` that the login page sends after the redirect back */
export async function visitDirectory(plant: TestPlant, directory: TestDirectory, subject: string) {
  const beginAnswer = await plant.stranger.call(directoryBegin, {})
  const returnUrl = await directory.visit(beginAnswer.data.url, subject)
  return {
    flow: beginAnswer.data.flow,
    state: returnUrl.searchParams.get('state')!,
    grant: returnUrl.searchParams.get('code')!,
  }
}

/** Links the account to the directory's person, as an earlier sign-in would have done. */
export async function linkAccount(plant: TestPlant, issuer: string, subject: string, userName: string): Promise<void> {
  await plant.query(
    `insert into directory_link (site_id, issuer, subject, user_id, since)
     select site_id, $1, $2, id, now() from app_user where user_name = $3`,
    [issuer, subject, userName],
  )
}

/** Sets up a second factor. @returns a function that calculates the current code at the plant's time */
export async function enrolFactor(plant: TestPlant, userName: string): Promise<() => string> {
  const person = await plant.as(userName)
  const { secret } = (await person.call(beginFactor, { password: PASSWORD })).data as { secret: string }
  const calculateCode = () =>
    calculateHotpCode(decodeBase32(secret), Math.floor(plant.clock.now().getTime() / 1000 / TIME_STEP_S))
  await person.call(confirmFactor, { code: calculateCode() })
  return calculateCode
}
