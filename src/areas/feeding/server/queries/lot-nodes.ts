import type { Language } from '@/contract/language'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { material } from '../../contract/material'

/**
 * Builds a select of lot nodes for a trace, with the material in the reader's language; a condition on `t` may follow.
 */
export const buildLotNodesSql = (language: Language): string =>
  `select t.id, t.number as label, t.received_on::text as at, t.received_kg as kg, t.state, null as grade, null::uuid as line, ${buildLocalizedFieldSql(material, 'name', language, 'm')} as note, '[]'::jsonb as parents, '[]'::jsonb as children from material_lot t join material m on m.site_id = t.site_id and m.id = t.material_id`
