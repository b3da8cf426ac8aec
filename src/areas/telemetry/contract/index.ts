import { defineArea } from '@/contract/area'
import { oddReadingLifecycle } from '../rules/odd-reading'
import { telemetryEndpoints } from './telemetry-endpoints'
import { inlet } from './inlet'
import { oddReading, oddReadingCommands } from './odd-reading'
import { tag } from './tag'

/** Tags, their readings and the inlets that receive them; the only entry point for readings. */
export const telemetryContract = defineArea({
  name: 'telemetry',
  pages: [],
  resources: [tag, oddReading, inlet],
  endpoints: [...telemetryEndpoints, ...oddReadingCommands],
  lifecycles: [oddReadingLifecycle],
})
