import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, integer, list, note, reference, text } from '@/contract/field'
import { defineReport } from '@/contract/report'
import { defineResource } from '@/contract/resource'
import type { BillCharge } from '@/areas/prices/rules/dated-price'
import type { TariffBand } from '@/areas/prices/rules/tariff'
import { billLines, billFindings } from '../rules/bill'

const area = 'energy'
const kwhField = amount({ unit: 'kWh', digits: 1, min: 0 })
const cnyField = amount({ unit: 'CNY', digits: 2, min: 0 })
/** May be negative: market prices can fall below zero, and a good power factor earns a refund. */
const signedCnyField = amount({ unit: 'CNY', digits: 2, min: -1e9, max: 1e9 })

/** Field of the bill with the energy in kWh, by tariff band. */
export const kwhFieldByBand = {
  critical: 'criticalKwh',
  peak: 'peakKwh',
  normal: 'normalKwh',
  low: 'lowKwh',
  deep: 'deepKwh',
} as const satisfies Record<TariffBand, string>
/** Field of the bill with the amount in CNY, by bill line. */
export const cnyFieldByLine = {
  critical: 'criticalCny',
  peak: 'peakCny',
  normal: 'normalCny',
  low: 'lowCny',
  deep: 'deepCny',
  demand: 'demandCny',
  capacity: 'capacityCny',
  transmission: 'transmissionCny',
  surcharge: 'surchargeCny',
  powerFactor: 'powerFactorCny',
} as const satisfies Record<TariffBand | BillCharge, string>

/**
 * 电费单: the grid's bill of a month, line by line, in CNY without VAT like the prices. `month` is the first day of the
 * month.
 */
export const electricBill = defineResource('electricBill', {
  area,
  fields: {
    month: day({ required: true }),
    number: text({ max: 60 }),
    criticalKwh: kwhField,
    criticalCny: signedCnyField,
    peakKwh: kwhField,
    peakCny: signedCnyField,
    normalKwh: kwhField,
    normalCny: signedCnyField,
    lowKwh: kwhField,
    lowCny: signedCnyField,
    deepKwh: kwhField,
    deepCny: signedCnyField,
    demandKw: amount({ unit: 'kW', digits: 1, min: 0 }),
    demandCny: cnyField,
    capacityCny: cnyField,
    transmissionCny: cnyField,
    surchargeCny: cnyField,
    powerFactorCny: signedCnyField,
    totalKwh: { ...kwhField, required: true },
    totalCny: { ...cnyField, required: true },
    note: note({ max: 1000 }),
    writtenBy: reference('user', { readonly: true }),
  },
  title: ['month'],
  unique: [['month']],
  filters: ['month'],
  search: ['number', 'note'],
  sort: '-month',
  monthBooking: { dateField: 'month' },
  routes: {
    list: 'GET /energy/electric_bill',
    create: 'POST /energy/electric_bill',
    update: 'PUT /energy/electric_bill',
    remove: 'DELETE /energy/electric_bill',
    export: 'GET /energy/electric_bill_excel',
  },
  permissions: {
    view: ['energyAnalysisView', 'energyUnitPriceView'],
    add: 'energyUnitPriceAdd',
    edit: 'energyUnitPriceEdit',
    delete: 'energyUnitPriceDelete',
    export: 'energyAnalysisExport',
  },
})

const metricField = amount({ unit: '' })
const moneyField = amount({ unit: 'CNY' })
const percentField = amount({ unit: '%', digits: 1 })
/** 电费核对: compares the bill with the amounts calculated from meters and prices, and classifies each difference. */
export const electricBillCheck = defineEndpoint('electricBill.check', {
  area,
  routes: 'GET /energy/electric_bill_check',
  access: ['energyAnalysisView', 'energyUnitPriceView'],
  effect: 'read',
  mayLag: true,
  input: { month: day({ required: true }) },
  output: objectOutput({
    month: day({ required: true }),
    demandAt: text({ max: 40 }),
    lines: list(
      {
        line: choice(billLines, { required: true }),
        // Unit of the quantities: kWh, but kW for the demand charge and kVA for the capacity charge.
        unit: text({ max: 4 }),
        // `own` is calculated by the plant; `off` is billed minus calculated.
        own: metricField,
        billed: metricField,
        off: metricField,
        offPercent: percentField,
        ownCny: moneyField,
        billedCny: moneyField,
        offCny: moneyField,
        offCnyPercent: percentField,
        estimated: { ...metricField, required: true },
        unpriced: { ...metricField, required: true },
        finding: choice(billFindings, { required: true }),
      },
      { max: billLines.length },
    ),
    uncountedDays: integer({ required: true, unit: 'd' }),
    missingHours: integer({ required: true, unit: 'h' }),
    // Days with missing hours; the day with the most missing hours comes first.
    gaps: list({ day: day({ required: true }), hours: integer({ required: true, unit: 'h' }) }, { max: 31 }),
  }),
})
export const electricBillReport = defineReport(electricBillCheck, {
  titleKey: 'energy:pages.bill.check',
  optionTexts: 'pages.bill',
  tables: [
    {
      rows: 'lines',
      // The headings name the units that all lines share.
      columns: [
        'line',
        { field: 'own', unitField: 'unit', decimals: 0 },
        { field: 'billed', unitField: 'unit', decimals: 0 },
        { field: 'off', unitField: 'unit', decimals: 0 },
        { field: 'offPercent', unit: '', decimals: 1 },
        { field: 'ownCny', unit: '', decimals: 2 },
        { field: 'billedCny', unit: '', decimals: 2 },
        { field: 'offCny', unit: '', decimals: 2 },
        { field: 'offCnyPercent', unit: '', decimals: 1 },
        'finding',
      ],
    },
  ],
  resources: ['electricBill', 'energyUse', 'energyMeter'],
})
