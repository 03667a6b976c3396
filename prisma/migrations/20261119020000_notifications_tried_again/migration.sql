-- AlterTable
ALTER TABLE "Notification" ADD COLUMN "retryAt" DATETIME;

-- CreateIndex
CREATE INDEX "Notification_retryAt_idx" ON "Notification"("retryAt");
