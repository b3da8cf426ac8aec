import { describe, expect, it } from 'vitest'
import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, list, series, text } from '@/contract/field'
import { defineReport, getReportEndpoints, readReportTable, readReportTables } from '@/contract/report'

const row = { line: text({}), note: text({}), kg: amount({ unit: 'kg', digits: 3 }) } as const
const endpoint = defineEndpoint('output.report', {
  area: 'sheets',
  routes: 'GET /output_report',
  access: 'outputView',
  effect: 'read',
  input: { line: text({}), format: text({}), page: text({}), size: text({}) },
  output: objectOutput({
    by: series('text', { max: 4 }),
    rows: list(row),
    derivedKg: amount({ unit: 'kg', digits: 3 }),
    manualKg: amount({ unit: 'kg', digits: 3 }),
  }),
})
const report = defineReport(endpoint, {
  titleKey: 'sheets:names.output',
  tables: [
    {
      rows: 'rows',
      keyColumns: 'by',
      columnByKey: { productionLine: 'line' },
      columns: ['kg', { field: 'note', only: 'workbook' }],
      totals: { kg: ['derivedKg', 'manualKg'] },
    },
  ],
  resources: [],
  workbook: { name: 'output.file', routes: 'GET /output_file', access: 'outputExport' },
})
const answer = { by: ['productionLine'], rows: [{ line: 'SB1', note: 'wet', kg: 0.1 }], derivedKg: 0.1, manualKg: 0.2 }

describe('a report', () => {
  it('puts the columns of the selected keys first, and leaves out those of the other target', () => {
    const [table] = report.tables
    const getNames = (target: 'screen' | 'workbook') =>
      readReportTable(table!, answer, target).columns.map(({ field }) => field)
    expect(getNames('screen')).toEqual(['line', 'kg'])
    expect(getNames('workbook')).toEqual(['line', 'kg', 'note'])
  })
  it('adds the answer fields of a total without a binary remainder', () => {
    expect(readReportTable(report.tables[0]!, answer, 'screen').totals).toEqual({ kg: 0.3 })
  })
  it('has no total where one of its fields is unknown', () => {
    expect(readReportTable(report.tables[0]!, { ...answer, manualKg: null }, 'screen').totals).toEqual({ kg: null })
  })
  it('defines the endpoint of its workbook with the filters, without paging and format', () => {
    expect(getReportEndpoints(report).map(({ name }) => name)).toEqual(['output.report', 'output.file'])
    expect(Object.keys(report.workbook!.input)).toEqual(['line'])
    expect(report.exportAccess).toBe('outputExport')
  })
  it('reads an answer that is a list itself', () => {
    const listReport = defineReport(
      defineEndpoint('output.list', {
        area: 'sheets',
        routes: 'GET /output_list',
        access: 'outputView',
        effect: 'read',
        output: listOutput(row),
      }),
      { titleKey: 'sheets:names.output', tables: [{ rows: '', columns: ['line', 'kg'] }], resources: [] },
    )
    const content = readReportTable(listReport.tables[0]!, [{ line: 'SB1', kg: 2, note: null }], 'screen')
    expect(content).toMatchObject({ rows: [{ line: 'SB1', kg: 2 }], totals: null })
    expect(listReport.workbook).toBeNull()
    expect(listReport.exportAccess).toBe('outputView')
  })
  it('fills fields of the answer into headings and units', () => {
    const columns = [{ field: 'kg', labelKey: 'sheets:by.{grouping}', unit: '{unit}/h' }] as const
    const withUnits = defineReport(endpoint, {
      ...report,
      tables: [{ rows: 'rows', columns }],
      workbook: report.workbook!,
    })
    const content = readReportTable(withUnits.tables[0]!, { ...answer, grouping: 'line', unit: 'kWh' }, 'screen')
    expect(content.columns).toEqual([{ field: 'kg', labelKey: 'sheets:by.line', unit: 'kWh/h' }])
  })
  it('leaves out the tables of the other target, and takes totals from the answer itself', () => {
    const tables = [
      { rows: 'rows', columns: ['kg'], totals: '' },
      { rows: 'rows', columns: ['line'], only: 'workbook' },
    ] as const
    const withTables = defineReport(endpoint, { ...report, tables, workbook: report.workbook! })
    const answerWithTotal = { ...answer, kg: 7 }
    const [first, ...others] = readReportTables(withTables, answerWithTotal, 'screen')
    expect(first?.content.totals).toMatchObject({ kg: 7 })
    expect(others).toEqual([])
    expect(readReportTables(withTables, answerWithTotal, 'workbook')).toHaveLength(2)
  })
  it('refuses a table whose rows the endpoint does not answer', () => {
    expect(() =>
      defineReport(endpoint, { ...report, tables: [{ rows: 'lines' as 'rows' }], workbook: report.workbook! }),
    ).toThrow('output.report does not answer a list lines')
  })
})
