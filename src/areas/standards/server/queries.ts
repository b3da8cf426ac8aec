/** What areas above ask of products and standards. The selects are joined as tables are: the planner sees through them. */
import type { variants } from '../contract/process-standard'
import { inForce } from '../rules/approval'

/** Products as others may read them: what they are called, and what their web is. Widths in mm, grammage in g/m². */
export const productsSql = `(select site_id, id, code, name, name_en, gsm, width_mm, colour, treatment from product)`
/** Every version of process standards with its ideal speed, m/min. */
export const standardsSql = `(select site_id, id, ideal_speed from process_standard)`
/** The versions that are in force, of one kind of machine. A standard without a line is for all of them. */
export const standardsInForceSql = (variant: (typeof variants)[number]): string =>
  `(select site_id, id, product_id, line_id, ideal_speed from process_standard where newest and state = '${inForce}' and variant = '${variant}')`
/** A condition: whether any version of a standard asks for a material. @param material SQL of its id, as text */
export const namesMaterialSql = (material: string): string =>
  `exists (select 1 from process_standard where site_id = $1 and ratios @> jsonb_build_array(jsonb_build_object('materialId', ${material})))`
