-- DropTable
DROP TABLE "Outbox";
