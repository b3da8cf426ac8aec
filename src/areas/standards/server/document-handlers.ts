import { refuse } from '@/contract/errno'
import { line } from '@/plant/contract/line'
import { processDocument } from '../contract/process-standard-endpoints'
import { findProcessProblems, isEmptyProcess, getParameterLabel, type ProcessContent } from '../rules/process-standard'
import { createDocumentHandlers } from './document'
import { masterbatchDocument } from '../contract/masterbatch'
import { findMasterbatchProblems, getMasterbatchSubmitBlocker, type MasterbatchContent } from '../rules/masterbatch'
import { materialDocument } from '../contract/material-standard'
import { findMaterialProblems, getMaterialSubmitBlocker, type MaterialContent } from '../rules/material-standard'
import { productDocument } from '../contract/product-standard'
import { findProductProblems, getProductSubmitBlocker, type ProductContent } from '../rules/product-standard'

/** Handlers of process standards of the main line and of slitting. */
export const processHandlers = createDocumentHandlers<ProcessContent>(processDocument, {
  findProblems: findProcessProblems,
  getSubmitBlocker: (content) => (isEmptyProcess(content) ? 'empty' : null),
  async check(ctx, { lineId }, { fixedValues: { variant } }) {
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
      mapEntry: (parameter, language) => ({
        ...parameter,
        label: getParameterLabel(
          { label: String(parameter['label']), labelEn: parameter['labelEn'] as string | null },
          language,
        ),
      }),
    },
  },
})

/** Handlers of masterbatch calibrations. */
export const masterbatchHandlers = createDocumentHandlers<MasterbatchContent>(masterbatchDocument, {
  findProblems: findMasterbatchProblems,
  getSubmitBlocker: getMasterbatchSubmitBlocker,
})

/** Handlers of material standards. */
export const materialHandlers = createDocumentHandlers<MaterialContent>(materialDocument, {
  findProblems: findMaterialProblems,
  getSubmitBlocker: getMaterialSubmitBlocker,
})

/** Handlers of product standards. */
export const productHandlers = createDocumentHandlers<ProductContent>(productDocument, {
  findProblems: findProductProblems,
  getSubmitBlocker: getProductSubmitBlocker,
})
