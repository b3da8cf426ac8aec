import { refuse } from '@/contract/errno'
import { line } from '@/plant/contract/line'
import { processDocument } from '../contract/process-standard-calls'
import { contentProblems, isEmpty, labelIn, type Content } from '../rules/process-standard'
import { documentHandlers } from './document'

/** Handlers of process standards of the main line and of slitting. */
export const processHandlers = documentHandlers<Content>(processDocument, {
  problems: contentProblems,
  unready: (content) => (isEmpty(content) ? 'empty' : null),
  async check(ctx, { lineId }, { fixed: { variant } }) {
    if (!lineId) return
    const at = await ctx.rows.get(line, lineId)
    if ((at.kind === 'slitting') !== (variant === 'slitting'))
      throw refuse('standards:refusals.otherLine', {
        line: at.code,
        variant: ctx.t(`standards:processStandard.options.variant.${String(variant)}`),
      })
  },
  columns: {
    parameters: {
      only: ['key', 'label', 'unit', 'low', 'target', 'high'],
      line: (one, language) => ({
        ...one,
        label: labelIn({ label: String(one['label']), labelEn: one['labelEn'] as string | null }, language),
      }),
    },
  },
})
