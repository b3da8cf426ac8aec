/** Questions that month closing asks the areas above it. See `src/README.md`, Imports. */
import { defineQuestion } from '@/server/events'
import type { Month } from '@/plant/rules/month'
import type { ApprovedMonth } from '../rules/closing'

/** Asked for the checklist of a month. Null before somebody compiled the input and output of the month. */
export const monthApprovals = defineQuestion<{ readonly month: Month }, ApprovedMonth | null>(
  'monthApprovals',
  'Who approved the input and output of a month?',
)
