import type { Context } from '@/server/context'

/** A person to choose; `count` says how often they were named before, where that was asked. */
export interface PersonToChoose extends Record<string, unknown> {
  id: string
  label: string
  code: string
  note: string | null
  count: number | null
}
export interface PeopleAsked {
  /** Part of a name, as a pattern of `ilike`. */
  readonly like: string | null
  /** Only these people, the most frequent first. */
  readonly named?: readonly { readonly id: string; readonly count: number }[]
  /** People who may no longer sign in too. */
  readonly blockedToo?: boolean
  /** Only people whose role has one of these keys of the menu. */
  readonly holding?: readonly string[]
}
const MOST = 500

/** People by name; an id that is nobody's is passed over. */
export const peopleToChoose = (
  ctx: Context,
  { like, named, blockedToo, holding }: PeopleAsked,
): Promise<PersonToChoose[]> =>
  ctx.query<PersonToChoose>(
    `select p.id, p.account_name as label, p.user_name as code, p.nickname as note, n.count
     from app_user p left join jsonb_to_recordset($2::jsonb) as n(id text, count int) on n.id = p.id::text
     where p.site_id = $1 and ($2::jsonb is null or n.id is not null) and ($3 or p.state = 'active') and ($4::text is null or p.account_name ilike $4 or p.user_name ilike $4)
       and ($5::text[] is null or p.is_sup or exists (select 1 from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
         where r.site_id = $1 and r.id = p.role_id and m.menu_type = 4 and m.url = any($5)))
     order by n.count desc, p.account_name, p.id limit ${MOST}`,
    [ctx.site, named ? JSON.stringify(named) : null, blockedToo ?? false, like, holding ?? null],
  )
