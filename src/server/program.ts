/** Modules that `main` loads while the embedded database opens in a worker thread. */
export { seedAccess } from '@/areas/access/server/seed'
export { areaServers } from '@/areas/servers'
export { logMissingFiles } from './files/files'
export { createHttpServer } from './http/server'
export { JobRunner } from './jobs/job-runner'
export { waitForSending } from './outbound/outbound-messages'
export { seedDatabase, startApplication } from './start-application'
