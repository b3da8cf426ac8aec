import { defineArea } from '@/contract/area'
import { oddReadingLife } from '../rules/odd-reading'
import { telemetryCalls } from './calls'
import { inlet } from './inlet'
import { oddReading, oddReadingCommands } from './odd-reading'
import { tag } from './tag'

/** What is measured, and what it shows: the one way in for all readings. */
export const telemetryContract = defineArea({
  name: 'telemetry',
  pages: [],
  resources: [tag, oddReading, inlet],
  endpoints: [...telemetryCalls, ...oddReadingCommands],
  lifecycles: [oddReadingLife],
})
