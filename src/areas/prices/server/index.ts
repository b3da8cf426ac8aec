import { defineServer, handle } from '@/server/area'
import type { Handler, HandlerEntry } from '@/server/area'
import { ordersPricedBy } from '@/plant/server/events'
import { pricesContract } from '../contract'
import { datedCalls, datedResources } from '../contract/dated-prices'
import { electricNow, electricPreview, electricPrice, importMarket } from '../contract/electric-price'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import * as dated from './dated'
import * as electric from './electric'
import * as excel from './electric-excel'
import { takeMarket } from './market'
import { keepAhead } from './slots'

/** Builds the handlers of a dated price: create, remove, import, current prices, preview. */
function handlersOf(resource: Resource): HandlerEntry[] {
  const bind = (endpoint: Endpoint | undefined, run: unknown): HandlerEntry[] =>
    endpoint ? [{ endpoint: endpoint.name, run: run as Handler }] : []
  const { now, preview } = datedCalls[resource.name as keyof typeof datedCalls]
  return [
    ...bind(resource.endpoints.create, dated.addTo(resource)),
    ...bind(resource.endpoints.remove, dated.removeFrom(resource)),
    ...bind(resource.endpoints.import, dated.importInto(resource)),
    ...bind(now as Endpoint, dated.nowOf(resource)),
    ...bind(preview as Endpoint, dated.previewIn(resource)),
  ]
}
export const pricesServer = defineServer(pricesContract, {
  handlers: [
    handle(electricPrice.endpoints.create, electric.add),
    handle(electricPrice.endpoints.remove, electric.remove),
    handle(electricPrice.endpoints.export, excel.exported),
    handle(electricPrice.endpoints.import, excel.imported),
    handle(electricPrice.endpoints.template, excel.template),
    handle(electricNow, electric.now),
    handle(electricPreview, electric.preview),
    handle(importMarket, takeMarket),
    ...datedResources.flatMap(handlersOf),
  ],
  asks: [ordersPricedBy],
  jobs: [{ name: 'priceSlots', everySeconds: 3600, run: keepAhead }],
})
