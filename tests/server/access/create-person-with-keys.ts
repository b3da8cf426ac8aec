/** People with exactly the given permissions, for tests that no seeded role fits. */
import { role } from '@/areas/access/contract/role'
import { user } from '@/areas/access/contract/user'
import { runAsSystem } from '@/server/start-application'
import type { Caller, TestPlant } from '../harness'

/** Creates a person with a new role and signs the person in. `keys` are the permission keys (`menu.url` of buttons). */
export async function createPersonWithKeys(
  plant: TestPlant,
  userName: string,
  keys: readonly string[],
): Promise<Caller> {
  const buttons = await plant.query<{ id: string }>('select id from menu where url = any($1) and menu_type = 4', [keys])
  if (buttons.length !== keys.length) throw new Error(`unknown keys among ${keys.join(', ')}`)
  await runAsSystem(plant.app, 'test.people', async (ctx) => {
    const personRole = await ctx.rows.insert(role, {
      code: userName.toUpperCase(),
      name: userName,
      authority: buttons.map(({ id }) => id),
    })
    const { id } = await ctx.rows.insert(user, { userName, accountName: userName, roleId: personRole.id })
    // Copies the hash of the password that all test accounts share, because hashing is slow.
    await ctx.query(
      `insert into credential (site_id, user_id, hash)
       select 1, $1, c.hash from credential c join app_user u on u.id = c.user_id where u.user_name = 'admin'`,
      [id],
    )
  })
  return plant.as(userName)
}
