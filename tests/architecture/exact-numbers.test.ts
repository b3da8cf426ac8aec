import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// Only cards, large screens and chart axes abbreviate numbers; tables, panels and printed reports show all digits.
const root = resolve(import.meta.dirname, '../../src')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const saying = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted()

test('only cards and charts abbreviate numbers', () => {
  expect(saying(/size="large"/)).toEqual([
    'areas/equipment/client/meters/MeterPanel.tsx',
    'areas/maintenance/client/machine/MachineMetricsPanel.tsx',
    'areas/overview/client/pages/GlanceView.tsx',
    'areas/overview/client/parts/ComparedMetricTile.tsx',
    'areas/reports/client/stops/StopAnalysisView.tsx',
    'areas/sheets/client/InputOutputMonthPanel.tsx',
    'areas/sheets/client/InputOutputPage.tsx',
    'areas/sheets/client/TeamAssessmentPage.tsx',
    'client/figures/MetricTiles.tsx',
  ])
  expect(saying(/\babbreviate\b(?! numbers)/)).toEqual([
    'areas/boards/client/board/SubjectHeatMap.tsx',
    'areas/boards/client/lobby/scenes.tsx',
    'areas/cost/client/WeekView.tsx',
    'areas/energy/client/EnergyHourMap.tsx',
    'areas/overview/client/cards/MetricCard.tsx',
    'areas/overview/client/pages/PerformancePage.tsx',
    'client/format/number.ts',
    'client/ui/Quantity.tsx',
    'client/ui/charts/base-options.ts',
  ])
  expect(saying(/<AbbreviatedNumbersProvider>/)).toEqual([
    'areas/overview/client/cards/DashboardCard.tsx',
    'areas/overview/client/pages/GlanceView.tsx',
    'areas/overview/client/parts/ComparedMetricTile.tsx',
    'areas/overview/client/today/PlantStripCard.tsx',
  ])
})
test('a table in a card shows all digits', () => {
  const abbreviated = sources.filter(
    ({ file, text }) =>
      file.startsWith('areas/overview/client/') &&
      /<table/.test(text) &&
      [...text.matchAll(/<Quantity\b[^>]*>/g)].some(([tag]) => !/\bshowsAllDigits\b/.test(tag)),
  )
  expect(abbreviated.map(({ file }) => file)).toEqual([])
})
test('columns of metrics are formatted in one place', () => {
  const own = sources
    .filter(({ text }) => /isNumber: true/.test(text) && /<Quantity/.test(text))
    .map(({ file }) => file)
    .toSorted()
  expect(own).toEqual(['client/ui/table/metric-column.tsx'])
})
