import { defineServer } from '@/server/area'
import { telemetryContract } from '../contract'

export const telemetryServer = defineServer(telemetryContract, {})
