import { refuse } from '@/contract/errno'
import { line } from '@/plant/contract/line'
import { processDocument } from '../contract/process-standard-endpoints'
import { findProcessProblems, isEmptyProcess, getParameterLabel, type ProcessContent } from '../rules/process-standard'
import { createDocumentHandlers } from './document'

/** Handlers of process standards of the main line and of slitting. */
export const processHandlers = createDocumentHandlers<ProcessContent>(processDocument, {
  findProblems: findProcessProblems,
  getSubmitBlocker: (content) => (isEmptyProcess(content) ? 'empty' : null),
  async check(ctx, { lineId }, { fixed: { variant } }) {
    if (!lineId) return
    const referencedLine = await ctx.rows.get(line, lineId)
    if ((referencedLine.kind === 'slitting') !== (variant === 'slitting'))
      throw refuse('standards:refusals.otherLine', {
        line: referencedLine.code,
        variant: ctx.t(`standards:processStandard.options.variant.${String(variant)}`),
      })
  },
  columns: {
    parameters: {
      only: ['key', 'label', 'unit', 'low', 'target', 'high'],
      line: (one, language) => ({
        ...one,
        label: getParameterLabel({ label: String(one['label']), labelEn: one['labelEn'] as string | null }, language),
      }),
    },
  },
})
