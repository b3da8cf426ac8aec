import { defineServer } from '@/server/area'
import type { Handler, HandlerEntry } from '@/server/area'
import { pricesEvents, pricesQuestions } from './events'
import { pricesContract } from '../contract'
import { endpointsByPriceResource, datedPriceResources } from '../contract/dated-prices'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import * as dated from './dated-prices'
import * as electric from './electric-prices'
import * as excel from './tariff-workbook'
import { importMarketPrices } from './import-market-prices'
import { downloadMarketTemplate } from './market-price-template'
import { extendSlots } from './price-slots'

/** Builds the handlers of a dated price: create, remove, import, prices in force, preview. */
function buildPriceHandlers(resource: Resource): HandlerEntry[] {
  const bind = (endpoint: Endpoint | undefined, run: unknown): HandlerEntry[] =>
    endpoint ? [{ endpoint: endpoint.name, run: run as Handler }] : []
  const { inForce, preview } = endpointsByPriceResource[resource.name as keyof typeof endpointsByPriceResource]
  return [
    ...bind(resource.endpoints.create, dated.createAddHandler(resource)),
    ...bind(resource.endpoints.remove, dated.createRemoveHandler(resource)),
    ...bind(resource.endpoints.import, dated.createImportHandler(resource)),
    ...bind(inForce as Endpoint, dated.createInForceHandler(resource)),
    ...bind(preview as Endpoint, dated.createPreviewHandler(resource)),
  ]
}
export const pricesServer = defineServer(pricesContract, {
  events: pricesEvents,
  questions: pricesQuestions,
  handlers: [
    electric.addElectricPrice,
    electric.removeElectricPrice,
    excel.exportTariff,
    excel.importTariff,
    excel.buildTariffTemplate,
    electric.loadTariffOfDay,
    electric.previewElectricPrice,
    importMarketPrices,
    downloadMarketTemplate,
    ...datedPriceResources.flatMap(buildPriceHandlers),
  ],
  jobs: [{ name: 'priceSlots', everySeconds: 3600, run: extendSlots }],
})
