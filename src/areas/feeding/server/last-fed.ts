import { options } from '@/server/sql'
import { activeHoppersSql } from '@/areas/equipment/server/queries/hoppers'
import { feed } from '../contract/feed'
import { emptyingCauses } from '../rules/feed'

/** SQL of the ids of the last line of every hopper in use: the last feed, or the emptying after it. */
export const lastFedSql = `(select l.id from ${activeHoppersSql} h, lateral (
  select f.id from feed f where f.site_id = $1 and f.hopper_id = h.id and (f.counter_of is null or f.cause in (${options(feed.fields.cause, ...emptyingCauses)}))
  order by f.fed_at desc, f.id desc limit 1) l)`
