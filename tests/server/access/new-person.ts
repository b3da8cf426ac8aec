/** A person with a role of its own that holds just some keys, for tests of rights that no seeded role shows alone. */
import { role } from '@/areas/access/contract/role'
import { user } from '@/areas/access/contract/user'
import { runAsSystem } from '@/server/start-application'
import type { Caller, TestPlant } from '../harness'

/** Signs the person in. `keys` are urls of buttons. */
export async function personWith(plant: TestPlant, userName: string, keys: readonly string[]): Promise<Caller> {
  const buttons = await plant.query<{ id: string }>('select id from menu where url = any($1) and menu_type = 4', [keys])
  if (buttons.length !== keys.length) throw new Error(`unknown keys among ${keys.join(', ')}`)
  await runAsSystem(plant.app, 'test.people', async (ctx) => {
    const held = await ctx.rows.insert(role, {
      code: userName.toUpperCase(),
      name: userName,
      authority: buttons.map(({ id }) => id),
    })
    const { id } = await ctx.rows.insert(user, { userName, accountName: userName, roleId: held.id })
    // The password that everybody has here: it is hashed once.
    await ctx.query(
      `insert into credential (site_id, user_id, hash)
       select 1, $1, c.hash from credential c join app_user u on u.id = c.user_id where u.user_name = 'admin'`,
      [id],
    )
  })
  return plant.as(userName)
}
