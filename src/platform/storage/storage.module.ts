import { Global, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { BlobStore } from './blob-store.js';
import { Blobs } from './blobs.js';
import { FileLinks } from './file-links.js';
import { LocalBlobStore } from './local-blob-store.js';
import { Scans } from './scans.js';
import { S3BlobStore } from './s3-blob-store.js';

/** Files of any size: the store of their bytes, and the links to them. */
@Global()
@Module({
  providers: [
    FileLinks,
    LocalBlobStore,
    {
      provide: BlobStore,
      inject: [Settings, LocalBlobStore],
      useFactory: (settings: Settings, local: LocalBlobStore) =>
        settings.S3_BUCKET === undefined ? local : new S3BlobStore(settings),
    },
    Blobs,
    Scans,
  ],
  exports: [BlobStore, Blobs, FileLinks, LocalBlobStore, Scans],
})
export class StorageModule {}
