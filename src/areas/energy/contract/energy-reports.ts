import { defineReport, WHOLE_ANSWER } from '@/contract/report'
import { allEnergy, energyAnalysis, energyRanking } from './analysis-endpoints'

/** Columns of several reports; `unit` is a field of their answers. */
const usedColumn = { field: 'used', unit: '{unit}', decimals: 0 } as const
const perKgColumn = { field: 'perKg', unit: '{unit}/kg', decimals: 3 } as const
const kgColumn = { field: 'kg', decimals: 0 } as const
const reportOptions = { optionTexts: 'energyUse.options', resources: ['energyUse', 'energyMeter'] } as const

/**
 * The rows of an analysis, and the consumption that belongs to no row. The workbook also contains the trend and the
 * tariff bands.
 */
export const energyAnalysisReport = defineReport(energyAnalysis, {
  ...reportOptions,
  titleKey: 'contract:menu.energyAnalysis',
  tables: [
    {
      rows: 'rows',
      columns: [
        { field: 'label', labelKey: 'energy:inputOptions.by.{by}' },
        usedColumn,
        'cost',
        kgColumn,
        perKgColumn,
        { field: 'costPerKg', only: 'workbook' },
        { field: 'before', unit: '{unit}', only: 'workbook' },
        'beforePercent',
        { field: 'yearBefore', unit: '{unit}', only: 'workbook' },
        'yearBeforePercent',
        { field: 'estimatedPercent', only: 'workbook' },
        'allocatedPercent',
        { field: 'unpricedPercent', only: 'workbook' },
      ],
      totals: WHOLE_ANSWER,
    },
    {
      rows: 'trend',
      titleKey: 'energy:workbook.course',
      only: 'workbook',
      columns: ['from', 'to', usedColumn, 'cost', 'kg', { field: 'before', unit: '{unit}' }],
    },
    {
      rows: 'bands',
      titleKey: 'energy:pages.energy.byBand',
      only: 'workbook',
      columns: [{ field: 'band', labelKey: 'energy:pages.energy.band' }, usedColumn, 'cost'],
    },
    {
      rows: 'rest',
      titleKey: 'energy:pages.energy.rest',
      columns: [{ field: 'kind', labelKey: 'energy:pages.energy.restOf' }, usedColumn, 'cost'],
    },
  ],
  workbook: {
    name: 'energyUse.export',
    routes: 'GET /sheet/energy_export',
    access: ['energyAnalysisExport', 'energyStatisticsExport', 'electricityAnalysisExport'],
  },
})
export const energyRankingReport = defineReport(energyRanking, {
  ...reportOptions,
  titleKey: 'energy:pages.energy.ranking',
  tables: [
    {
      rows: 'products',
      titleKey: 'energy:pages.energy.ranking',
      columns: [
        { field: 'label', labelKey: 'energy:inputs.productId' },
        perKgColumn,
        usedColumn,
        kgColumn,
        'costPerKg',
        'beforePercent',
        'yearBeforePercent',
      ],
    },
  ],
  chartColumn: 'perKg',
  chartQuestionKey: 'energy:pages.energy.question.rank',
})
export const allEnergyReport = defineReport(allEnergy, {
  ...reportOptions,
  titleKey: 'energy:pages.energy.byMedium',
  tables: [
    {
      rows: 'media',
      titleKey: 'energy:pages.energy.byMedium',
      columns: [
        { field: 'medium', labelKey: 'energy:inputs.medium' },
        { field: 'used', unitField: 'unit', decimals: 0 },
        { field: 'tce', decimals: 2 },
        'cost',
        'beforePercent',
        'yearBeforePercent',
      ],
    },
  ],
})
