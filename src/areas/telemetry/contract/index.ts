import { defineArea } from '@/contract/area'
import { oddReadingLife } from '../rules/odd-reading'
import { telemetryCalls } from './calls'
import { inlet } from './inlet'
import { oddReading, oddReadingCommands } from './odd-reading'
import { tag } from './tag'

/** Tags, their readings and the inlets that receive them; the only entry point for readings. */
export const telemetryContract = defineArea({
  name: 'telemetry',
  pages: [],
  resources: [tag, oddReading, inlet],
  endpoints: [...telemetryCalls, ...oddReadingCommands],
  lifecycles: [oddReadingLife],
})
