/** Kinds of tools. */
import { z } from 'zod'
import { toolKinds, toolUseReasons } from '@/areas/tools/rules/tool'
import tools from '../data/tools.json' with { type: 'json' }
import { readRecords } from '../read-data'

const toolSchema = z.strictObject({
  kind: z.enum(toolKinds),
  /** First letters of the tool codes. */
  prefix: z.string(),
  model: z.string(),
  /** Makers of the first and the second brand. */
  makers: z.tuple([z.string(), z.string()]),
  size: z.string(),
  /** CNY. */
  price: z.number(),
  /** Service life in days of continuous running. */
  lifeDays: z.number(),
  /** Days between cleanings or grindings. */
  mountDays: z.number(),
  maintenanceKind: z.enum(['cleaned', 'ground']),
  endReasons: z.array(z.enum(toolUseReasons)),
  /** Share of the life limit that the current tools of some lines have used: near the limit, or over it. */
  finalLifeShares: z.array(z.number()),
})
export type ToolSpec = z.infer<typeof toolSchema>
export const toolSpecs = readRecords(tools, toolSchema)
/** Number of web lines whose tools are generated, and number of knife places per slitter that have a full history. */
export const POSITIONS_WITH_HISTORY = 3
/** Knife places of a slitter. */
export const KNIVES_PER_SLITTER = 20
